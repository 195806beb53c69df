import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../marks/icon.tsx';
import styles from './folder-choice.module.css';

interface Step {
  readonly id: string;
  readonly name: string;
}

interface FolderPathProps<S extends Step> {
  readonly label: string;
  readonly steps: readonly S[];
  readonly onOpen: (step: S) => void;
  /** A level above the first step, such as the list of spaces. */
  readonly top?: { readonly name: string; readonly onOpen: () => void } | undefined;
}

/** The path in a dialog in which a folder is chosen; the last step is the open folder. */
export function FolderPath<S extends Step>({ label, steps, onOpen, top }: FolderPathProps<S>) {
  return (
    <nav aria-label={label} className={styles['path']}>
      <ol>
        {top !== undefined && (
          <PathStep isCurrent={steps.length === 0} onOpen={top.onOpen}>
            {top.name}
          </PathStep>
        )}
        {steps.map((step, index) => (
          <PathStep key={step.id} isCurrent={index === steps.length - 1} onOpen={() => onOpen(step)}>
            {step.name}
          </PathStep>
        ))}
      </ol>
    </nav>
  );
}

interface PathStepProps {
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function PathStep({ isCurrent, onOpen, children }: PathStepProps) {
  return (
    <li>
      {isCurrent ? (
        <strong aria-current="location" dir="auto">
          {children}
        </strong>
      ) : (
        <>
          <button type="button" dir="auto" onClick={onOpen}>
            {children}
          </button>
          <Icon of={ChevronRight} size={16} isMirrored />
        </>
      )}
    </li>
  );
}
