/** Saves content as a file, byte for byte. It never leaves the browser. */
export function download(content: BlobPart, fileName: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser holds the file once it has handled the click.
  setTimeout(() => URL.revokeObjectURL(address));
}
