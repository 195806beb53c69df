import { useSyncExternalStore } from 'react';
import { Suspense } from '../ui/loading/lazy.tsx';
import { onQuestion, shownQuestion } from '../ui/overlays/question.ts';

export function QuestionPlace() {
  return <Suspense fallback={null}>{useSyncExternalStore(onQuestion, shownQuestion)}</Suspense>;
}
