import type { NodeDetails, NodeId, NodeView } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { detailsQuery, folderSizeQuery } from '../../api/details/details.ts';
import { versionsQuery } from '../../api/details/versions-query.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFaces } from '../../api/session/self.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useToday } from '../../lib/hooks/use-today.ts';
import { Activity } from './activity.tsx';
import { useAuthorText } from './use-author-text.ts';
import { Checksum } from './checksum.tsx';
import { ContentSize, SizeOfAll } from './content-size.tsx';
import styles from './details.module.css';
import { Section } from './panel-states.tsx';
import { type Fact, Facts } from './facts.tsx';
import { Place } from './place.tsx';
import { TagLinks } from './tag-links.tsx';
import { useText } from './texts.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const AccessSummary = lazy(
  async () => ({ default: (await import('./access/access-summary.tsx')).AccessSummary }),
  true,
);

export interface NodeFactsProps {
  readonly node: NodeView;
  readonly kind: string;
  /** Whether to fetch what is not in the row. */
  readonly isSettled: boolean;
  /** Undefined in the personal space, whose root is called "Files". */
  readonly rootName: string | undefined;
  readonly rootId: NodeId;
  readonly hrefOf: (nodeId: NodeId) => string;
  /** Decorative, fills its box. */
  readonly renderPicture: (node: NodeView) => ReactNode;
  readonly renderComments: (node: NodeView) => ReactNode;
  readonly actions: ReactNode;
  readonly onVersions: (node: NodeView) => void;
  readonly onReceipt: (node: NodeView) => void;
  readonly onAsk: (node: NodeView) => void;
}

/** Facts about one node. Pass its id as `key`. */
export function NodeFacts({
  node,
  kind,
  isSettled,
  renderPicture,
  renderComments,
  actions,
  onVersions,
  onReceipt,
  onAsk,
  ...place
}: NodeFactsProps) {
  const text = useText();
  return (
    <>
      <div className={styles['picture']}>{renderPicture(node)}</div>
      {actions}
      <Section title={text('details.properties')}>
        <Properties node={node} kind={kind} isAsked={isSettled} {...place} />
      </Section>
      <Suspense fallback={null}>
        <AccessSummary node={node} isAsked={isSettled} onAsk={onAsk} />
      </Suspense>
      {isSettled && renderComments(node)}
      {node.kind === 'file' && <Versions node={node} isAsked={isSettled} onVersions={onVersions} />}
      <Activity node={node} isAsked={isSettled} rootName={place.rootName} />
      {node.kind === 'file' && <ChecksumOfNode node={node} isAsked={isSettled} onReceipt={onReceipt} />}
    </>
  );
}

interface AskingProps {
  readonly node: NodeView;
  readonly isAsked: boolean;
}

type PropertiesProps = AskingProps & Pick<NodeFactsProps, 'kind' | 'rootName' | 'rootId' | 'hrefOf'>;

function Properties({ node, kind, isAsked, rootName, rootId, hrefOf }: PropertiesProps) {
  const text = useText();
  const { size, friendlyDate, dateTime } = useFormats();
  const today = useToday();
  const { data } = useQuery(detailsQuery(node), { isEnabled: isAsked });
  const measured = useQuery(folderSizeQuery(node.id), { isEnabled: isAsked && node.kind === 'folder' });
  const when = (instant: string, author: NodeDetails['createdBy'] | undefined): ReactNode => (
    <>
      <time dateTime={instant} title={dateTime(instant)}>
        {friendlyDate(instant, today)}
      </time>
      {author !== undefined && (
        <>
          {' '}
          <AuthorOf author={author} />
        </>
      )}
    </>
  );
  const facts: readonly Fact[] = [
    { label: text('details.kind'), value: kind },
    ...(node.kind === 'file'
      ? [{ label: text('details.size'), value: size(node.sizeBytes ?? 0) }]
      : [
          { label: text('details.size'), value: <SizeOfAll measured={measured} /> },
          { label: text('details.content'), value: <ContentSize measured={measured} /> },
        ]),
    ...(node.tags === undefined
      ? []
      : [{ label: text('details.tags'), value: <TagLinks tags={node.tags} /> }]),
    ...(node.parentId === null
      ? []
      : [
          {
            label: text('details.place'),
            value: <Place folderId={node.parentId} rootId={rootId} rootName={rootName} hrefOf={hrefOf} />,
          },
        ]),
    { label: text('details.created'), value: when(node.createdAt, data?.createdBy) },
    { label: text('details.modified'), value: when(node.modifiedAt, data?.version?.author) },
  ];
  return <Facts facts={facts} />;
}

function AuthorOf({ author }: { readonly author: NodeDetails['createdBy'] }) {
  const authorWords = useAuthorText();
  const face = useFaces()(author);
  return (
    <span className={styles['author']}>
      {face !== undefined && <Avatar {...face} size="tiny" />}
      <span>{authorWords(author)}</span>
    </span>
  );
}

interface VersionsProps extends AskingProps {
  readonly onVersions: (node: NodeView) => void;
}

function Versions({ node, isAsked, onVersions }: VersionsProps) {
  const text = useText();
  const { number } = useFormats();
  const { data } = useQuery(versionsQuery(node), { isEnabled: isAsked });
  const current = data?.items.find(({ isCurrent }) => isCurrent);
  return (
    <Section title={text('details.versions')}>
      <div className={styles['versions']}>
        {current !== undefined && <span>{text('details.version', { number: number(current.number) })}</span>}
        <button type="button" className={styles['link']} onClick={() => onVersions(node)}>
          {data === undefined
            ? text('details.versions.open')
            : text('details.versions.all', { count: data.total })}
        </button>
      </div>
    </Section>
  );
}

/** The checksum comes last, because few people need it. */
function ChecksumOfNode({ node, isAsked, onReceipt }: AskingProps & Pick<NodeFactsProps, 'onReceipt'>) {
  const text = useText();
  const { data, failure, refetch } = useQuery(versionsQuery(node), { isEnabled: isAsked });
  const current = data?.items.find(({ isCurrent }) => isCurrent);
  return (
    <Section title={text('details.checksum')}>
      <Checksum version={current} failure={failure} onRetry={refetch} />
      <button type="button" className={styles['link']} onClick={() => onReceipt(node)}>
        {text('details.receipt')}
      </button>
    </Section>
  );
}
