import { LIMITS, type NodeView } from '@coffer/contracts';
import { CircleAlert, Link2, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { pathQuery } from '../../api/nodes.ts';
import type { AccessPeople } from '../../api/sharing/sharing.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { ItemPath } from '../../ui/page/item-path.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from './access.module.css';
import { formatReasons, formatCount, formatLink } from './format-reason.ts';
import { useText } from './texts.ts';

export interface ListedPeople {
  readonly typed: string;
  readonly at: number;
  /** The failure of the current page of the list. */
  readonly failed: { readonly cause: unknown } | undefined;
  readonly onRetry: () => void;
  readonly onType: (typed: string) => void;
  readonly onMove: (at: number) => void;
}

interface EveryoneProps extends ListedPeople {
  readonly node: NodeView;
  readonly access: AccessPeople;
  readonly personId: string;
  readonly spaceName: string | undefined;
  readonly isInSpace: boolean;
  readonly chosenId: string | undefined;
  readonly hrefOf: (id: string) => string;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly requests: ReactNode;
}

export function Everyone(props: EveryoneProps) {
  const { node, access, isInSpace, renderMark } = props;
  const text = useText();
  const base = isInSpace ? `/s/${node.spaceId}` : '/shared';
  const title = text(access.seesOthers ? 'access.title' : 'access.titleOwn');
  return (
    <section className={styles['everyone']}>
      <div className={styles['top']}>
        <Path node={node} base={base} isInSpace={isInSpace} spaceName={props.spaceName} />
        <PageHeading title={title} pageKey={node.id} />
      </div>
      <Link
        href={node.kind === 'folder' ? `${base}/${node.id}` : `${base}/${node.id}/view`}
        className={styles['node']}
      >
        {renderMark(node)}
        <bdi>{node.name}</bdi>
        {access.seesOthers && <span className={styles['muted']}>{formatCount(text, access)}</span>}
      </Link>
      {props.requests}
      {access.seesOthers && <People {...props} />}
      {access.links.length > 0 && <Links {...props} />}
      <p className={styles['note']}>
        <Icon of={ShieldCheck} size={18} />
        {text('access.same')}
      </p>
    </section>
  );
}

interface PathProps extends Pick<EveryoneProps, 'node' | 'isInSpace' | 'spaceName'> {
  readonly base: string;
}

/** The parent folders that the reader can see. */
function Path({ node, base, isInSpace, spaceName }: PathProps) {
  const text = useText();
  const { data } = useQuery(pathQuery(node.id));
  const steps = (data?.items ?? []).slice(0, -1).map(({ id, name }, index) => {
    const isRoot = index === 0 && isInSpace;
    return {
      key: id,
      name: isRoot ? (spaceName ?? text('access.files')) : name,
      href: isRoot ? base : `${base}/${id}`,
    };
  });
  return <ItemPath label={text('access.path')} steps={steps} />;
}

function People(props: EveryoneProps) {
  const { access, typed, failed, onType } = props;
  const text = useText();
  return (
    <>
      {(access.people > SEARCHED_FROM || typed !== '') && (
        <SearchField
          label={text('access.search')}
          hint={text('access.search.hint')}
          value={typed}
          onChange={onType}
        />
      )}
      {failed === undefined ? <PeoplePage {...props} /> : <PeopleFailed {...props} />}
    </>
  );
}

function PeopleFailed({ failed, onRetry }: Pick<EveryoneProps, 'failed' | 'onRetry'>) {
  const text = useText();
  const words = useErrorTexts();
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={text('access.failed')}
        text={words.ofFailure(failed)}
        action={<Button onClick={onRetry}>{text('access.retry')}</Button>}
      />
    </div>
  );
}

function PeoplePage(props: EveryoneProps) {
  const { access, personId, spaceName, chosenId, hrefOf, at, onMove } = props;
  const text = useText();
  const { number } = useFormats();
  const limit = LIMITS.accessPageSize;
  return (
    <>
      {access.total === 0 && <output className={styles['muted']}>{text('access.search.none')}</output>}
      <ul aria-label={text('access.list')} className={styles['list']}>
        {access.items.map((person) => {
          const isSelf = person.personId === personId;
          const { name } = person;
          return (
            <li key={person.personId}>
              <Link
                href={hrefOf(person.personId)}
                isReplacing={chosenId !== undefined && isWide()}
                className={styles['row']}
                aria-current={chosenId === person.personId || undefined}
              >
                <Avatar name={name} picture={person.picture} size="small" />
                <span className={styles['who']}>
                  <bdi>{isSelf ? text('access.you', { name }) : name}</bdi>
                  <span className={styles['muted']}>{formatReasons(text, person, { spaceName })}</span>
                  {!person.isActive && <span className={styles['muted']}>{text('access.disabled')}</span>}
                </span>
                <span className={styles['role']}>{text(`access.role.${person.role}`)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <Pager
        at={at}
        limit={limit}
        total={access.total}
        position={text('access.pages.position', {
          from: number(at + 1),
          to: number(Math.min(at + limit, access.total)),
          total: number(access.total),
        })}
        previousLabel={text('access.pages.previous')}
        nextLabel={text('access.pages.next')}
        onMove={onMove}
      />
    </>
  );
}

/** The search field is shown for more people than this. Fewer fit on the screen. */
const SEARCHED_FROM = 8;

function isWide(): boolean {
  return matchMedia('(min-width: 900px)').matches;
}

function Links({ access, chosenId, hrefOf }: EveryoneProps) {
  const text = useText();
  const { date } = useFormats();
  return (
    <ul aria-label={text('access.list.links')} className={styles['list']}>
      {access.links.map((link) => (
        <li key={link.linkId}>
          <Link
            href={hrefOf(link.linkId)}
            isReplacing={chosenId !== undefined && isWide()}
            className={styles['row']}
            aria-current={chosenId === link.linkId || undefined}
          >
            <span className={styles['mark']}>
              <Icon of={Link2} size={18} />
            </span>
            <span className={styles['who']}>
              <bdi>
                {link.label === ''
                  ? text('access.link.anyone')
                  : text('access.link.named', { label: link.label })}
              </bdi>
              <span className={styles['muted']}>{formatLink(text, link, date(link.expiresAt))}</span>
            </span>
            <span className={styles['role']}>{text(`access.link.${link.kind}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
