import type { AdminPerson } from '@coffer/contracts';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import type { ReadAddress } from '../parse-addresses.ts';
import { useText } from '../texts.ts';
import styles from './dialogs.module.css';

/** Longer lists would render slowly. They show problems first, then people with more rights. */
const SHOWN_MAX = 200;

function classOf(problem: ReadAddress['problem']): string | undefined {
  if (problem === undefined) return undefined;
  return problem === 'repeated' ? styles['repeated'] : styles['malformed'];
}

/** Lists the invitations before they are sent. */
export function AddressList({
  addresses,
  role,
}: {
  readonly addresses: readonly ReadAddress[];
  /** The role of lines that name none. */
  readonly role: AdminPerson['role'];
}) {
  const text = useText();
  const { number } = useFormats();
  const heading = useId();
  const isLong = addresses.length > SHOWN_MAX;
  const ordered = isLong
    ? addresses.toSorted((one, other) => weightOf(other, role) - weightOf(one, role))
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        <ol className={styles['lines']} aria-labelledby={heading} tabIndex={0}>
          {ordered
            .slice(0, SHOWN_MAX)
            .map(({ line, email, name, problem, detail = '', firstLine, ...terms }, index) => (
              <li key={`${line} ${index}`} className={classOf(problem)}>
                <span className={styles['number']}>{number(line)}</span>
                <bdi className={styles['address']}>{email}</bdi>
                {problem === undefined && (
                  <>
                    <Terms {...terms} role={terms.role ?? role} />
                    <span className={styles['right']}>
                      <Icon of={Check} size={16} />
                      <bdi>{name === '' ? text('people.read.right') : name}</bdi>
                    </span>
                  </>
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

function weightOf({ problem, role }: ReadAddress, common: AdminPerson['role']): number {
  if (problem !== undefined) return 2;
  return (role ?? common) === 'member' ? 0 : 1;
}

interface TermsProps extends Pick<ReadAddress, 'quotaBytes' | 'groups'> {
  readonly role: AdminPerson['role'];
}

function Terms({ role, quotaBytes, groups = [] }: TermsProps) {
  const text = useText();
  const { size } = useFormats();
  return (
    <span className={styles['terms']}>
      <span>
        {role === 'member' ? text('people.role.member') : <strong>{text(`people.role.${role}`)}</strong>}
      </span>
      {quotaBytes !== undefined && <span>{size(quotaBytes)}</span>}
      {groups.map((group) => (
        <span key={group}>
          <bdi>{group}</bdi>
        </span>
      ))}
    </span>
  );
}
