/** The package has no types; these are of what the build uses. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
    keepFeatures: readonly string[];
  };
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
