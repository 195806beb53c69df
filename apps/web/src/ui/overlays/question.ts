import type { ReactNode } from 'react';

let question: ReactNode;
const listeners = new Set<() => void>();

/** Asks over any page: the page that raised the question may be left. Undefined takes it away. */
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
