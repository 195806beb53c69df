export async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch (cause) {
    // The clipboard API is missing without TLS, and may be refused.
    if (cause instanceof DOMException || cause instanceof TypeError) return false;
    throw cause;
  }
}
