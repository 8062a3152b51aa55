declare module 'punycode.js' {
  const punycode: {
    /** A host with its `xn--` labels in their own script. Throws RangeError for what is no Punycode. */
    toUnicode(host: string): string;
  };
  export default punycode;
}
