import type { NodeView } from '@coffer/contracts';
import { Download, FileCheck, GitCompare, RotateCcw, Tag, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { versionsQuery } from '../../../api/details/versions-query.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import type { Version } from '../../../api/versions.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { List, ListItem, Muted, Row, Stack, Words } from '../../../ui/page/stack.tsx';
import styles from '../browse.module.css';
import { downloadFile } from '../actions/downloads.ts';
import { hexOfBase64 } from '../../../lib/checksum/hex-of-base64.ts';
import { saveReceipt } from '../actions/receipts.ts';
import { isComparable } from './compare/comparable.ts';
import { useText } from './texts.ts';
import { restoreOlder } from './version-actions.ts';

const CompareVersions = lazy(async () => ({
  default: (await import('./compare/compare-versions.tsx')).CompareVersions,
}));

const DeleteDialog = lazy(async () => ({
  default: (await import('./delete/delete-dialog.tsx')).DeleteDialog,
}));

const LabelForm = lazy(async () => ({ default: (await import('./label/label-form.tsx')).LabelForm }));

interface VersionsDialogProps {
  readonly node: NodeView;
  readonly onClose: () => void;
}

export function VersionsDialog({ node, onClose }: VersionsDialogProps) {
  const text = useText();
  const [compared, setCompared] = useState<Compared>();
  return (
    <Dialog
      isOpen
      size={compared === undefined ? 'medium' : 'full'}
      title={text('browse.versions.title', { name: node.name })}
      closeLabel={text('browse.versions.close')}
      onClose={onClose}
    >
      {compared === undefined ? (
        <Versions node={node} onClose={onClose} onCompare={setCompared} />
      ) : (
        <Suspense fallback={<Skeleton height="48px" />}>
          <CompareVersions node={node} {...compared} onBack={() => setCompared(undefined)} />
        </Suspense>
      )}
    </Dialog>
  );
}

interface Compared {
  readonly older: Version;
  readonly newer: Version;
}

interface VersionsProps extends VersionsDialogProps {
  readonly onCompare: (compared: Compared) => void;
}

function Versions({ node, onClose, onCompare }: VersionsProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const { data, failure, isPending, refetch } = useQuery(versionsQuery(node));
  const [busyId, setBusyId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  if (isPending) {
    return (
      <output aria-label={text('browse.versions.loading')}>
        <Skeleton height="48px" />
      </output>
    );
  }
  if (data === undefined) {
    return (
      <Stack>
        <Refusal words={ofFailure(failure)} />
        <Row>
          <Button onClick={() => void refetch()}>{text('browse.versions.retry')}</Button>
        </Row>
      </Stack>
    );
  }
  const current = data.items.find(({ isCurrent }) => isCurrent);
  const handleRestore = async (version: Version): Promise<void> => {
    if (busyId !== undefined) return;
    setBusyId(version.id);
    const words = await restoreOlder(cache, { node, version, current });
    setBusyId(undefined);
    setRefusal(words);
    if (words === undefined) onClose();
  };
  const canCompare = isComparable(node) && current !== undefined && current.damage !== 'missing';
  const shared = {
    node,
    busyId,
    onRestore: (version: Version) => void handleRestore(version),
    onCompare: canCompare ? (older: Version) => onCompare({ older, newer: current }) : undefined,
  };
  return (
    <Stack>
      {current !== undefined && current.damage !== null && (
        <Damage {...shared} current={current} whole={intactBefore(data.items, current)} />
      )}
      <Refusal words={refusal} />
      <Muted>{text('browse.versions.kept', { versions: data.kept.count, days: data.kept.days })}</Muted>
      <List label={text('browse.versions.list')}>
        {data.items.map((version) => (
          <VersionItem key={version.id} {...shared} version={version} />
        ))}
      </List>
    </Stack>
  );
}

function intactBefore(versions: readonly Version[], current: Version): Version | undefined {
  return versions.find(({ number, damage }) => number < current.number && damage === null);
}

interface ActingProps {
  readonly node: NodeView;
  readonly busyId: string | undefined;
  readonly onRestore: (version: Version) => void;
  /** Compares an older version with the current one. Undefined for files that cannot be compared. */
  readonly onCompare: ((older: Version) => void) | undefined;
}

interface DamageProps extends ActingProps {
  readonly current: Version;
  readonly whole: Version | undefined;
}

function Damage({ node, busyId, onRestore, current, whole }: DamageProps) {
  const text = useText();
  const { number, date, dateTime } = useFormats();
  const { damage, damagedAt } = current;
  const isThere = damage !== 'missing';
  const { mayChange } = useSpaceRights();
  return (
    <Banner tone="danger" title={text('browse.damage.title')}>
      <Stack>
        <p>
          {damage !== null && text(`browse.damage.${damage}`)}{' '}
          {damagedAt !== null && text('browse.damage.since', { time: dateTime(damagedAt) })}
        </p>
        <p>
          {whole === undefined
            ? text('browse.damage.noWhole')
            : text('browse.damage.whole', { number: number(whole.number), date: date(whole.createdAt) })}
        </p>
        {((mayChange && whole !== undefined) || isThere) && (
          <Row>
            {mayChange && whole !== undefined && (
              <Button
                tone="primary"
                icon={RotateCcw}
                isBusy={busyId === whole.id}
                onClick={() => onRestore(whole)}
              >
                {text('browse.damage.restore', { number: number(whole.number) })}
              </Button>
            )}
            {isThere && (
              <Button icon={Download} onClick={() => void downloadFile(node.id)}>
                {text('browse.damage.download')}
              </Button>
            )}
          </Row>
        )}
        {isThere && <Muted>{text('browse.damage.risk')}</Muted>}
      </Stack>
    </Banner>
  );
}

/** Null until the server has read the content. */
function Checksum({ sha256 }: { readonly sha256: string | null }) {
  const text = useText();
  if (sha256 === null) return <Muted>{text('browse.version.sha256.pending')}</Muted>;
  return (
    <Muted>
      {text('browse.version.sha256')}{' '}
      <code dir="ltr" className={styles['checksum']}>
        {hexOfBase64(sha256)}
      </code>
    </Muted>
  );
}

function VersionItem({
  node,
  busyId,
  onRestore,
  onCompare,
  version,
}: ActingProps & { readonly version: Version }) {
  const text = useText();
  const { number, size, date, dateTime } = useFormats();
  const { mayChange, mayPurge } = useSpaceRights();
  const { isCurrent, damage, verifiedAt, keptUntil } = version;
  const [isDeleting, setDeleting] = useState(false);
  const facts = { number: number(version.number) };
  const [isLabelling, setLabelling] = useState(false);
  const state = verifiedAt === null ? 'browse.version.unverified' : 'browse.version.verified';
  return (
    <ListItem>
      <Words>
        <strong>
          {text(isCurrent ? 'browse.version.current' : 'browse.version', facts)}
          {damage !== null && (
            <>
              {' · '}
              <span className={styles['damaged']}>{text('browse.version.damaged')}</span>
            </>
          )}
        </strong>
        {version.label !== null && <span dir="auto">{version.label}</span>}
        <Muted>
          {dateTime(version.createdAt)} · {size(version.sizeBytes)}
          {keptUntil !== null && <> · {text('browse.version.keptUntil', { date: date(keptUntil) })}</>}
        </Muted>
        {damage === null && (
          <Muted>{text(state, { time: verifiedAt === null ? '' : dateTime(verifiedAt) })}</Muted>
        )}
        <Checksum sha256={version.contentSha256} />
        {isDeleting && (
          <Suspense fallback={null}>
            <DeleteDialog node={node} version={version} onClose={() => setDeleting(false)} />
          </Suspense>
        )}
        {isLabelling && (
          <Suspense fallback={null}>
            <LabelForm node={node} version={version} onClose={() => setLabelling(false)} />
          </Suspense>
        )}
      </Words>
      <Row>
        {mayChange && !isCurrent && damage === null && (
          <Button
            aria-label={text('browse.damage.restore', facts)}
            isBusy={busyId === version.id}
            onClick={() => onRestore(version)}
          >
            {text('browse.version.restore')}
          </Button>
        )}
        {onCompare !== undefined && !isCurrent && damage !== 'missing' && (
          <IconButton
            icon={GitCompare}
            label={text('browse.version.compare', facts)}
            onClick={() => onCompare(version)}
          />
        )}
        {damage !== 'missing' && (
          <IconButton
            icon={Download}
            label={text('browse.version.download', facts)}
            onClick={() => void downloadFile(node.id, version.id)}
          />
        )}
        {mayChange && (
          <IconButton
            icon={Tag}
            label={text('browse.version.label', facts)}
            aria-expanded={isLabelling}
            onClick={() => setLabelling(!isLabelling)}
          />
        )}
        <IconButton
          icon={FileCheck}
          label={text('browse.version.receipt', facts)}
          onClick={() => void saveReceipt(node, version)}
        />
        {mayPurge && !isCurrent && (
          <IconButton
            icon={Trash2}
            label={text('browse.version.delete', facts)}
            onClick={() => setDeleting(true)}
          />
        )}
      </Row>
    </ListItem>
  );
}
