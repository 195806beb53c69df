/** Hands a text to the person as a file. Its address lives no longer than the click: nothing keeps the content in the page. */
export function saveFile(name: string, content: string, mediaType: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: mediaType }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
