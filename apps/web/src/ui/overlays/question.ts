import type { ReactNode } from 'react';

let question: ReactNode;
const listeners = new Set<() => void>();

/** Shows a question over any page, even if the page that raised it is left. Undefined removes the question. */
export function showQuestion(asked: ReactNode): void {
  question = asked;
  for (const listener of listeners) listener();
}

export function shownQuestion(): ReactNode {
  return question;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
