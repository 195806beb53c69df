export async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch (cause) {
    // Without TLS there is no clipboard API.
    if (cause instanceof DOMException || cause instanceof TypeError) return false;
    throw cause;
  }
}
