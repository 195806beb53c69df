import { classes } from '../../../lib/classes.ts';
import styles from './outline.module.css';

interface OutlineProps {
  readonly label: string;
  readonly steps: readonly { readonly id: string; readonly depth: number; readonly text: string }[];
  /** Index of the current step. */
  readonly current: number;
  readonly onStep: (index: number) => void;
}

const DEEPEST = 3;

/** The headings or chapters of a document. */
export function Outline({ label, steps, current, onStep }: OutlineProps) {
  const top = Math.min(...steps.map(({ depth }) => depth));
  return (
    <nav aria-label={label}>
      <ol className={styles['steps']}>
        {steps.map(({ id, depth, text }, index) => (
          <li key={id}>
            <button
              type="button"
              className={classes(styles['step'], index === current && styles['current'])}
              aria-current={index === current ? 'location' : undefined}
              style={{ paddingInlineStart: `${Math.min(depth - top, DEEPEST) * 12 + 12}px` }}
              onClick={() => onStep(index)}
            >
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
