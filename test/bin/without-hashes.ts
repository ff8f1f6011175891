/** A template without the hashes of the functions' code, so that a change of code does not change the golden file. */
export const withoutHashes = (template: string): string =>
  template.replace(/\b[0-9a-f]{64}\b/g, 'HASH').replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}\b/g, '$1HASH');
