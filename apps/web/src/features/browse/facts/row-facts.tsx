import type { NodeView, RowFacts } from '@coffer/contracts';
import { Link2 } from 'lucide-react';
import { useRowFacts } from '../../../api/details/use-row-facts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './row-facts.module.css';
import { useText } from './texts.ts';

export interface RowFactProps {
  readonly node: NodeView;
  readonly fact: 'items' | 'picture' | 'size' | 'changedBy' | 'sharing';
}

/** Loads after the row. If that fails, the row stays as it is. */
export function RowFact({ node, fact }: RowFactProps) {
  const facts = useRowFacts(node);
  if (facts === undefined || facts === null) return null;
  switch (fact) {
    case 'items':
      return <ItemCount items={facts.items} />;
    case 'picture':
      return <PictureSize picture={facts.picture} />;
    case 'size':
      return <FolderSize sizeBytes={facts.sizeBytes} />;
    case 'changedBy':
      return <ChangedBy author={facts.changedBy} />;
    case 'sharing':
      return <Sharing facts={facts} />;
  }
}

function ItemCount({ items }: Pick<RowFacts, 'items'>) {
  const text = useText();
  return items === null ? null : (
    <span className={styles['items']}>{text('facts.items', { count: items })}</span>
  );
}

function PictureSize({ picture }: Pick<RowFacts, 'picture'>) {
  const text = useText();
  const { pixels } = useFormats();
  if (picture === null) return null;
  const [width, height] = [pixels(picture.width), pixels(picture.height)];
  return <span className={styles['items']}>{text('facts.picture', { width, height })}</span>;
}

function FolderSize({ sizeBytes }: Pick<RowFacts, 'sizeBytes'>) {
  const { size } = useFormats();
  return sizeBytes === null ? null : size(sizeBytes);
}

function ChangedBy({ author }: { readonly author: RowFacts['changedBy'] }) {
  const text = useText();
  const name = author.kind === 'person' ? author.name : text(`facts.${author.kind}`, { ...author });
  return (
    <span className={styles['author']} title={name}>
      {author.kind === 'person' && <Avatar name={name} picture={author.picture} size="tiny" />}
      <bdi className={styles['name']}>{name}</bdi>
    </span>
  );
}

function Sharing({ facts: { sharedWith, links } }: { readonly facts: RowFacts }) {
  const text = useText();
  const { number, list } = useFormats();
  const { names, pictures, count } = sharedWith;
  if (count === 0 && links === 0) return null;
  const more = count - names.length;
  const listed = { names: list(names, more > 0 ? 'open' : 'closed'), count: more };
  const words = text(more > 0 ? 'facts.sharedWithMore' : 'facts.sharedWith', listed);
  return (
    <span className={styles['sharing']}>
      {count > 0 && (
        <span className={styles['faces']} title={words}>
          <span className="visually-hidden">{words}</span>
          {names.map((name, index) => (
            // Two people may have the same name, so a name is not a unique key.
            // oxlint-disable-next-line react/no-array-index-key -- the server returns the names in a stable order
            <Avatar key={index} name={name} picture={pictures?.[index] ?? undefined} size="tiny" />
          ))}
          {more > 0 && (
            <span aria-hidden="true" className={styles['more']}>
              +{number(more)}
            </span>
          )}
        </span>
      )}
      {links > 0 && (
        <span className={styles['link']} title={text('facts.links', { count: links })}>
          <Icon of={Link2} size={16} />
          <span className="visually-hidden">{text('facts.links', { count: links })}</span>
        </span>
      )}
    </span>
  );
}
