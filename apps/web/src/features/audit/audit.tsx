import { LIMITS, type Person } from '@coffer/contracts';
import { CloudOff, Download, Lock, SearchX } from 'lucide-react';
import { auditExportUrl, auditQuery, checkAudit } from '../../api/administration/audit.ts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { failureOf, useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { beginDownload } from '../../lib/downloads/begin-download.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useDocumentTitle } from '../../ui/page/page-heading.tsx';
import styles from './audit.module.css';
import { type AuditAddress, addressOf, EVERYTHING, filtersOf, isNarrowed, queryOf } from './audit-address.ts';
import { ChainState } from './chain-state.tsx';
import { Filters } from './filters.tsx';
import { Rows } from './rows.tsx';
import { useText } from './texts.ts';

interface AuditProps {
  readonly person: Person;
  readonly address: AuditAddress;
  readonly onChange: (address: AuditAddress) => void;
}

export function Audit(props: AuditProps) {
  const text = useText();
  if (props.person.role === 'member') return <OnlyAuditors />;
  return (
    <PageFrame
      kind="wide"
      title={text('audit.title')}
      intro={text('audit.intro')}
      action={
        <MenuButton
          lead={Download}
          label={text('audit.export')}
          entries={[
            { id: 'jsonl', label: text('audit.export.jsonl') },
            {
              id: 'csv',
              label: text(isNarrowed(props.address) ? 'audit.export.csv.filtered' : 'audit.export.csv'),
            },
          ]}
          onAction={(id) =>
            void beginExport(
              id === 'csv'
                ? auditExportUrl({ format: 'csv', ...filtersOf(props.address) })
                : auditExportUrl({ format: 'jsonl' }),
            )
          }
        />
      }
    >
      <ChainState />
      <Listing {...props} />
    </PageFrame>
  );
}

async function beginExport(url: string): Promise<void> {
  const refused = await failureOf(checkAudit);
  if (refused === undefined) beginDownload(url);
  else showToast({ tone: 'danger', key: 'audit-export', text: refused });
}

function Listing({ address, onChange }: AuditProps) {
  const text = useText();
  const errors = useErrorTexts();
  const { number } = useFormats();
  const asked = useSettled(address.text);
  const { data, failure, isPending, refetch } = useQuery(auditQuery(queryOf({ ...address, text: asked })));
  const reason = failure === undefined ? undefined : errors.ofError(apiErrorOf(failure.cause));
  if (data === undefined && !isPending) {
    return (
      <EmptyState
        icon={CloudOff}
        title={text('audit.failed')}
        text={reason}
        action={<Button onClick={() => void refetch()}>{text('audit.retry')}</Button>}
      />
    );
  }
  const total = data?.total ?? 0;
  const isCapped = total >= LIMITS.auditCountedMax;
  const found = text(isCapped ? 'audit.found.many' : 'audit.found', { count: total, total: number(total) });
  return (
    <>
      {reason !== undefined && (
        <Banner tone="warning" title={text('audit.stale')}>
          <p>{reason}</p>
        </Banner>
      )}
      <Filters address={address} found={data === undefined ? undefined : found} onChange={onChange} />
      {data === undefined && <WaitingRows label={text('audit.loading')} />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={text('audit.none')}
          text={text('audit.none.text')}
          action={<Button onClick={() => onChange(EVERYTHING)}>{text('audit.clear')}</Button>}
        />
      )}
      {data !== undefined && data.items.length > 0 && <Rows items={data.items} />}
      {data !== undefined && (data.next !== null || address.before !== undefined) && (
        <nav className={styles['pages']} aria-label={text('audit.pages')}>
          {address.before !== undefined && (
            <ButtonLink href={addressOf({ ...address, before: undefined })}>
              {text('audit.newest')}
            </ButtonLink>
          )}
          {data.next !== null && (
            <ButtonLink href={addressOf({ ...address, before: data.next })}>{text('audit.older')}</ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function OnlyAuditors() {
  const text = useText();
  useDocumentTitle(text('audit.title'));
  return (
    <EmptyState
      icon={Lock}
      headingLevel={1}
      title={text('audit.forbidden.title')}
      text={text('audit.forbidden.text')}
      action={<ButtonLink href="/">{text('audit.toFiles')}</ButtonLink>}
    />
  );
}
