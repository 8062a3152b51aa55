/** The longest file name, in code points: at most 180 bytes of UTF-8 in Chinese, where file systems allow 255. */
const NAME_LENGTH = 60;

/** The file name of an agent's QR code: the agent's name without characters that a file system might reject. */
export function qrFileName(agentName: string): string {
  const allowed = agentName.replace(/[\p{C}\s/\\:*?"<>|-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  const short = [...allowed].slice(0, NAME_LENGTH).join('');
  return short === '' ? 'farwatch-agent.png' : `farwatch-agent-${short}.png`;
}

/** Downloads the canvas as a PNG; false if the browser cannot encode it. */
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
