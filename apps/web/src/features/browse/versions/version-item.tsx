import type { NodeView } from '@coffer/contracts';
import { Download, FileCheck, GitCompare, Tag, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import type { Version } from '../../../api/versions.ts';
import { hexOfBase64 } from '../../../lib/checksum/hex-of-base64.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ListItem, Muted, Row, Words } from '../../../ui/page/stack.tsx';
import { downloadFile } from '../actions/downloads.ts';
import { saveReceipt } from '../actions/receipts.ts';
import styles from '../browse.module.css';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const DeleteDialog = lazy(async () => ({
  default: (await import('./delete/delete-dialog.tsx')).DeleteDialog,
}));

const LabelForm = lazy(async () => ({ default: (await import('./label/label-form.tsx')).LabelForm }));

export interface VersionActions {
  readonly node: NodeView;
  readonly busyId: string | undefined;
  /** Whether the space is on hold, so that no version can be deleted. */
  readonly isOnHold: boolean;
  readonly onRestore: (version: Version) => void;
  /** Compares an older version with the current one. Undefined for files that cannot be compared. */
  readonly onCompare: ((older: Version) => void) | undefined;
  /** Called after a version was deleted, because the focused button is gone. */
  readonly onDeleted: () => void;
}

/** `sha256` is null until the server has read the content. */
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

export function VersionItem({
  node,
  busyId,
  onRestore,
  onCompare,
  onDeleted,
  isOnHold,
  version,
  isReturnedTo,
}: VersionActions & { readonly version: Version; readonly isReturnedTo: boolean }) {
  const text = useText();
  const { number, size, date, dateTime } = useFormats();
  const { mayChange, mayPurge } = useSpaceRights();
  const { isCurrent, damage, verifiedAt, keptUntil } = version;
  const [isDeleting, setDeleting] = useState(false);
  const facts = { number: number(version.number) };
  const [isLabelling, setLabelling] = useState(false);
  const labelButton = useRef<HTMLButtonElement>(null);
  const closeLabel = (): void => {
    setLabelling(false);
    labelButton.current?.focus();
  };
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
            <DeleteDialog
              node={node}
              version={version}
              onDeleted={onDeleted}
              onClose={() => setDeleting(false)}
            />
          </Suspense>
        )}
        {isLabelling && (
          <Suspense fallback={null}>
            <LabelForm node={node} version={version} onClose={closeLabel} />
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus returns here from the comparison
            autoFocus={isReturnedTo}
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
            ref={labelButton}
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
        {mayPurge && !isOnHold && !isCurrent && (
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
