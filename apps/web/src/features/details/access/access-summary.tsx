import type { NodeView } from '@coffer/contracts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { type AccessPeople, type AccessReason, accessPeopleQuery } from '../../../api/sharing/sharing.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import detailsStyles from '../details.module.css';
import { Failed, Section } from '../panel-states.tsx';
import styles from './access-summary.module.css';
import { useText } from './texts.ts';

interface AccessSummaryProps {
  readonly node: NodeView;
  readonly isAsked: boolean;
  readonly onAsk: (node: NodeView) => void;
}

const FACES = 4;

/** Shows how many people have access, with a link to the details. */
export function AccessSummary({ node, isAsked, onAsk }: AccessSummaryProps) {
  const text = useText();
  const asked = { q: '', at: 0, limit: FACES };
  const { data, failure, refetch } = useQuery(accessPeopleQuery(node.id, asked), { isEnabled: isAsked });
  return (
    <Section title={text('details.access.title')}>
      {data !== undefined && <Summary node={node} access={data} onAsk={onAsk} />}
      {data === undefined &&
        (failure === undefined ? (
          <output aria-label={text('details.access.loading')} className={styles['summary']}>
            <Skeleton width="60%" height="32px" />
          </output>
        ) : (
          <Failed failure={failure} onRetry={refetch} />
        ))}
    </Section>
  );
}

interface SummaryProps extends Pick<AccessSummaryProps, 'node' | 'onAsk'> {
  readonly access: AccessPeople;
}

function Summary({ node, access, onAsk }: SummaryProps) {
  const text = useText();
  const { number, date } = useFormats();
  const { items, people, links, seesOthers } = access;
  const more = people - items.length;
  const ownWords = (reasons: readonly AccessReason[] = []): string => {
    const given = reasons.find((reason) => reason.kind === 'grant');
    if (given?.kind !== 'grant') return text('details.access.own');
    const { grantedBy, role, grant } = given;
    return [
      ...(grantedBy === null ? [] : [text('details.access.by', { name: grantedBy })]),
      text(`details.access.role.${role}`),
      ...(grant.expiresAt === null ? [] : [text('details.access.until', { date: date(grant.expiresAt) })]),
    ].join(' · ');
  };
  const words = (): string => {
    if (!seesOthers) return ownWords(items[0]?.reasons);
    if (links.length === 0 && people <= 1) return text('details.access.onlyYou');
    return [
      text('details.access.people', { count: people }),
      ...(links.length === 0 ? [] : [text('details.access.links', { count: links.length })]),
    ].join(text('details.access.comma'));
  };
  return (
    <div className={styles['summary']}>
      <span className={styles['faces']} aria-hidden="true">
        {items.map(({ personId, name, picture }) => (
          <Avatar key={personId} name={name} picture={picture} size="small" />
        ))}
        {more > 0 && (
          <span className={styles['more']}>{text('details.access.more', { count: number(more) })}</span>
        )}
      </span>
      <span className={styles['words']}>{words()}</span>
      <Link href={`/nodes/${node.id}/access`} className={detailsStyles['link']}>
        {text(seesOthers ? 'details.access.why' : 'details.access.whyOwn')}
      </Link>
      {!access.mayShare && (
        <button type="button" className={detailsStyles['link']} onClick={() => onAsk(node)}>
          {text('details.access.ask')}
        </button>
      )}
    </div>
  );
}
