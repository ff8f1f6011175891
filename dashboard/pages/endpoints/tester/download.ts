/** Hands bytes to the browser as a file, just as they are. */
export function download(bytes: Uint8Array<ArrayBuffer>, fileName: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the file by the time that the click has run its course.
  setTimeout(() => URL.revokeObjectURL(address));
}
