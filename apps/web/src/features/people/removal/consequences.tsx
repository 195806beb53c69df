import type { Removal } from '@coffer/contracts';
import { Fragment } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { useText } from '../texts.ts';
import type { FilesChoice } from './choices.ts';
import styles from './removal.module.css';

/** The other consequences of the removal, each with what it affects. */
export function Consequences({
  removal,
  name,
  choice,
}: {
  readonly removal: Removal;
  readonly name: string;
  readonly choice: FilesChoice;
}) {
  const text = useText();
  const { date } = useFormats();
  const { spaces, groups, received, given, links } = removal;
  return (
    <section className={styles['part']}>
      <h3 className={styles['heading']}>{text('people.remove.effects')}</h3>
      <ul className={styles['effects']}>
        <li>{text('people.remove.sessions')}</li>
        <li>{text(`people.remove.account.${removal.account}`, { name })}</li>
        {spaces > 0 && <li>{text('people.remove.leaves.spaces', { count: spaces })}</li>}
        {groups > 0 && <li>{text('people.remove.leaves.groups', { count: groups })}</li>}
        {received > 0 && <li>{text('people.remove.received', { count: received, name })}</li>}
        {links.total > 0 && (
          <li>
            {text('people.remove.links', { count: links.total })}
            <ul className={styles['named']}>
              {links.newest.map(({ id, kind, label, space, expiresAt }) => (
                <li key={id}>
                  {label === '' ? text(`people.remove.link.${kind}`) : <bdi>{label}</bdi>}
                  <span className={styles['muted']}>
                    {space.kind === 'personal'
                      ? text('people.remove.link.personal', { name: space.ownerName, date: date(expiresAt) })
                      : text('people.remove.link.in', { space: space.name, date: date(expiresAt) })}
                  </span>
                </li>
              ))}
              {links.total > links.newest.length && (
                <li className={styles['muted']}>
                  {text('people.read.more', { count: links.total - links.newest.length })}
                </li>
              )}
            </ul>
          </li>
        )}
        {given.total > 0 && <Given given={given} choice={choice} />}
      </ul>
    </section>
  );
}

function Given({ given, choice }: { readonly given: Removal['given']; readonly choice: FilesChoice }) {
  const text = useText();
  const shown = given.holders.reduce((sum, { items }) => sum + items, 0);
  const isDeleted = choice === 'delete';
  return (
    <li>
      {text(isDeleted ? 'people.remove.given.partly' : 'people.remove.given', { count: given.total })}
      <ul className={styles['named']}>
        {given.holders.map(({ id, name, items, inFiles }) => (
          <Fragment key={id}>
            {inFiles < items && (
              <li>
                <bdi>{name}</bdi>
                <span className={styles['muted']}>
                  {text('people.remove.given.stay', { count: isDeleted ? items - inFiles : items })}
                </span>
              </li>
            )}
            {inFiles > 0 && (isDeleted || inFiles === items) && (
              <li>
                <bdi>{name}</bdi>
                <span className={styles['muted']}>
                  {text(isDeleted ? 'people.remove.given.end' : 'people.remove.given.stay', {
                    count: inFiles,
                  })}
                </span>
              </li>
            )}
          </Fragment>
        ))}
        {given.total > shown && (
          <li className={styles['muted']}>{text('people.read.more', { count: given.total - shown })}</li>
        )}
      </ul>
    </li>
  );
}
