/** Pads a document to within eight bytes of its limit of 1 MiB; returns the padding in bytes. */
export async function fill(write: (bytes: number) => Promise<unknown>): Promise<number> {
  let [fits, tooMany] = [0, 1_048_576];
  while (tooMany - fits > 8) {
    const middle = Math.floor((fits + tooMany) / 2);
    const isWritten = await write(middle).then(
      () => true,
      () => false,
    );
    if (isWritten) fits = middle;
    else tooMany = middle;
  }
  await write(fits);
  return fits;
}
