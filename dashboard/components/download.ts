/** Has the browser save something as a file, just as it is; it never leaves the browser. */
export function download(content: string | Uint8Array<ArrayBuffer>, fileName: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the file by the time that the click has run its course.
  setTimeout(() => URL.revokeObjectURL(address));
}
