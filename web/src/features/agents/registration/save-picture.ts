/** Saves what a canvas shows as a PNG of that name; false if the browser makes no picture of it. */
export async function savePicture(canvas: HTMLCanvasElement, fileName: string): Promise<boolean> {
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture === null) return false;
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
  return true;
}
