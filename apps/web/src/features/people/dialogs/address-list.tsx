import { Check, CircleAlert, Copy } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import type { ReadAddress } from '../parse-addresses.ts';
import { useText } from '../texts.ts';
import styles from './dialogs.module.css';

/** Drawing more would be slow, and nobody reads them; what is wrong comes first then. */
const SHOWN_MAX = 200;

function classOf(problem: ReadAddress['problem']): string | undefined {
  if (problem === undefined) return undefined;
  return problem === 'repeated' ? styles['repeated'] : styles['malformed'];
}

/** What will be sent, before it is sent. */
export function AddressList({ addresses }: { readonly addresses: readonly ReadAddress[] }) {
  const text = useText();
  const { number } = useFormats();
  const heading = useId();
  const isLong = addresses.length > SHOWN_MAX;
  const ordered = isLong
    ? addresses.toSorted(
        (one, other) => Number(other.problem !== undefined) - Number(one.problem !== undefined),
      )
    : addresses;
  return (
    <section className={styles['column']} aria-labelledby={heading}>
      <div className={styles['read']}>
        <h3 id={heading} className={styles['heading']}>
          {text('people.read')}
        </h3>
        <output className={styles['muted']}>{text('people.read.count', { count: addresses.length })}</output>
      </div>
      {addresses.length === 0 ? (
        <p className={classes(styles['muted'], styles['nothing'])}>{text('people.read.none')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        <ol className={styles['lines']} aria-labelledby={heading} tabIndex={0}>
          {ordered
            .slice(0, SHOWN_MAX)
            .map(({ line, email, name, problem, detail = '', firstLine }, index) => (
              <li key={`${line} ${index}`} className={classOf(problem)}>
                <span className={styles['number']}>{number(line)}</span>
                <bdi className={styles['address']}>{email}</bdi>
                {problem === undefined && (
                  <span className={styles['right']}>
                    <Icon of={Check} size={16} />
                    <bdi>{name === '' ? text('people.read.right') : name}</bdi>
                  </span>
                )}
                {problem !== undefined && problem !== 'repeated' && (
                  <span>
                    <Icon of={CircleAlert} size={16} />
                    {text(`people.read.${problem}`, { detail })}
                  </span>
                )}
                {problem === 'repeated' && (
                  <span>
                    <Icon of={Copy} size={16} />
                    {text('people.read.repeated', { line: number(firstLine) })}
                  </span>
                )}
              </li>
            ))}
        </ol>
      )}
      {isLong && (
        <p className={styles['muted']}>{text('people.read.more', { count: addresses.length - SHOWN_MAX })}</p>
      )}
    </section>
  );
}
