import { type CSSProperties, Fragment, type ReactNode } from 'react';
import styles from './markdown.module.css';
import type { Piece, Plain } from './piece.ts';
import { useText } from './texts.ts';

interface PiecesProps {
  readonly pieces: readonly Piece[];
  readonly onJump: (id: string) => void;
}

export function Pieces({ pieces, onJump }: PiecesProps) {
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a file never change places
    <Fragment key={index}>
      {typeof piece === 'string' ? piece : <PieceView piece={piece} onJump={onJump} />}
    </Fragment>
  ));
}

type Shown = Exclude<Piece, string>;

interface PieceProps {
  readonly piece: Shown;
  readonly onJump: (id: string) => void;
}

const TAGS = {
  paragraph: 'p',
  quote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  deleted: 'del',
  html: 'span',
} as const satisfies Record<Plain, string>;

function PieceView({ piece, onJump }: PieceProps) {
  const children = 'children' in piece ? <Pieces pieces={piece.children} onJump={onJump} /> : null;
  switch (piece.kind) {
    case 'heading':
      return <HeadingView piece={piece}>{children}</HeadingView>;
    case 'list':
      if (piece.start === undefined) return <ul className={styles['list']}>{children}</ul>;
      return (
        <ol start={piece.start} className={styles['list']}>
          {children}
        </ol>
      );
    case 'item':
      return <Item isDone={piece.isDone}>{children}</Item>;
    case 'code':
      return <code dir="ltr">{piece.text}</code>;
    case 'block':
      return (
        <pre dir="ltr" className={styles['block']} data-language={piece.language}>
          <code>{piece.text}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'link':
      return (
        <a href={piece.address} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      );
    case 'picture':
      return <Picture piece={piece} />;
    case 'table':
      return <TableView piece={piece} onJump={onJump} />;
    case 'jump':
    case 'mark':
    case 'note':
      return (
        <Jump piece={piece} onJump={onJump}>
          {children}
        </Jump>
      );
    case 'paragraph':
    case 'quote':
    case 'emphasis':
    case 'strong':
    case 'deleted':
    case 'html': {
      const Tag = TAGS[piece.kind];
      return <Tag dir={Tag === 'p' || Tag === 'blockquote' ? 'auto' : undefined}>{children}</Tag>;
    }
  }
}

const LEVELS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The page's first heading is the file name, so headings start at level 2. */
function HeadingView({
  piece: { depth, id },
  children,
}: {
  readonly piece: Extract<Shown, { kind: 'heading' }>;
  readonly children: ReactNode;
}) {
  const Tag = LEVELS[depth - 1] ?? 'h6';
  return (
    <Tag dir="auto" tabIndex={-1} data-depth={depth} data-place={id}>
      {children}
    </Tag>
  );
}

function Item({ isDone, children }: { readonly isDone: boolean | undefined; readonly children: ReactNode }) {
  const text = useText();
  if (isDone === undefined) return <li dir="auto">{children}</li>;
  return (
    <li dir="auto" className={styles['task']} data-done={isDone || undefined}>
      <input
        type="checkbox"
        disabled
        checked={isDone}
        aria-label={text(isDone ? 'markdown.done' : 'markdown.open')}
      />
      <div>{children}</div>
    </li>
  );
}

function Picture({ piece: { alt, source } }: { readonly piece: Extract<Shown, { kind: 'picture' }> }) {
  const text = useText();
  if (source.from === 'file') return <img src={source.data} alt={alt} className={styles['picture']} />;
  if (source.from === 'elsewhere')
    return (
      <bdi className={styles['absent']}>
        {alt === '' ? text('markdown.picture') : text('markdown.pictureNamed', { name: alt })}
      </bdi>
    );
  const { address, host } = source;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles['absent']}>
      <bdi>
        {alt === ''
          ? text('markdown.pictureAt', { host })
          : text('markdown.pictureAtNamed', { host, name: alt })}
      </bdi>
    </a>
  );
}

function TableView({
  piece: { rows, align },
  onJump,
}: {
  readonly piece: Extract<Shown, { kind: 'table' }>;
  readonly onJump: (id: string) => void;
}) {
  const text = useText();
  const [head = [], ...body] = rows;
  const cellStyle = (index: number): CSSProperties => {
    const side = align[index];
    return side === 'right' ? { textAlign: 'end' } : side === 'center' ? { textAlign: 'center' } : {};
  };
  return (
    <section
      aria-label={text('markdown.table')}
      className={styles['table']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells never change places
              <th key={index} dir="auto" scope="col" style={cellStyle(index)}>
                <Pieces pieces={cell} onJump={onJump} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, rowIndex) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows never change places
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells never change places
                <td key={index} dir="auto" style={cellStyle(index)}>
                  <Pieces pieces={cell} onJump={onJump} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface JumpProps {
  readonly piece: Extract<Shown, { kind: 'jump' | 'mark' | 'note' }>;
  readonly onJump: (id: string) => void;
  readonly children: ReactNode;
}

function Jump({ piece, onJump, children }: JumpProps) {
  const text = useText();
  if (piece.kind === 'note')
    return (
      <div className={styles['note']} tabIndex={-1} data-place={piece.id}>
        <span>{piece.number}.</span>
        <div>{children}</div>
      </div>
    );
  const jump = (): void => onJump(piece.id);
  if (piece.kind === 'jump')
    return (
      <button type="button" className={styles['jump']} onClick={jump}>
        {children}
      </button>
    );
  return (
    <sup>
      <button
        type="button"
        className={styles['jump']}
        aria-label={text('markdown.note', { number: piece.number })}
        onClick={jump}
      >
        {piece.number}
      </button>
    </sup>
  );
}
