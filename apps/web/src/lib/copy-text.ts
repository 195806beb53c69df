/** True only when the browser confirms that the clipboard holds the text. */
export async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch (cause) {
    // A page without TLS has no clipboard at all.
    if (cause instanceof DOMException || cause instanceof TypeError) return false;
    throw cause;
  }
}
