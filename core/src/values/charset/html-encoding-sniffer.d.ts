declare module 'html-encoding-sniffer' {
  type Options = {
    /** Whether the bytes are XML instead of HTML. */
    xml?: boolean;
    /** What is returned if the bytes declare nothing. */
    defaultEncoding: null;
    /** How much of a page is searched for a meta element, 1,024 bytes by default. */
    maxPrescanBytes?: number;
  };
  /** Returns the name of the encoding that a page or document declares, or shows by its byte order mark. */
  export default function sniff(bytes: Uint8Array, options: Options): string | null;
}
