import type { NodeId, NodeView, SpaceId } from '@coffer/contracts';
import { RotateCcw, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { damageQuery, type DamagedFiles } from '../../../api/damage.ts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Pager } from '../../../ui/controls/pager.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { List, ListItem, Muted, Row, Stack, Words } from '../../../ui/page/stack.tsx';
import { loadActions } from '../lazy-actions.ts';
import styles from './damage.module.css';
import { useText } from './texts.ts';

type DamagedFile = DamagedFiles['items'][number];

const PAGE = 20;

export interface DamageListProps {
  readonly spaceId: SpaceId;
  readonly hrefOf: (nodeId: NodeId) => string;
  readonly viewHrefOf: (nodeId: NodeId) => string;
  readonly onUpload: (node: NodeView, file: File) => void;
}

export function DamageList({ spaceId, ...ways }: DamageListProps) {
  const text = useText();
  const { number } = useFormats();
  const { ofFailure } = useErrorTexts();
  const [at, setAt] = useState(0);
  const { data, failure, isPending, refetch } = useQuery(damageQuery(spaceId, { at, limit: PAGE }));
  // Keeps the focused button mounted while the next page loads.
  const [held, setHeld] = useState(data);
  if (data !== undefined && data !== held) setHeld(data);
  const shown = data ?? held;
  const { busyId, refusal, act } = useActs();
  const box = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  // The focused button may disappear with its file, before or after the response.
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) box.current?.focus();
  });
  useFocusOnHeading(shown?.total === 0);
  const isFailed = data === undefined && !isPending;
  const failed = isFailed && (
    <>
      <Refusal words={ofFailure(failure)} />
      <Row>
        <Button onClick={() => void refetch()}>{text('browse.damages.retry')}</Button>
      </Row>
    </>
  );
  if (shown === undefined) {
    if (isFailed) return <Stack>{failed}</Stack>;
    return (
      <output aria-label={text('browse.damages.loading')}>
        <Skeleton height="64px" />
      </output>
    );
  }
  const { items, total } = shown;
  if (at > 0 && at >= total) setAt(Math.max(0, at - PAGE));
  const handle = (file: DamagedFile, way: 'restore' | 'trash'): void => {
    hasActed.current = true;
    void act(file, way);
  };
  const handleMove = (to: number): void => {
    setAt(to);
    // The pressed button becomes disabled, so the box takes the focus.
    if (to === 0 || to + PAGE >= total) box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className={styles['box']} aria-busy={isPending}>
      <Stack>
        {total === 0 ? (
          <Banner tone="success" title={text('browse.damages.none')} />
        ) : (
          <Muted>{text('browse.damages.intro')}</Muted>
        )}
        <Refusal words={refusal} />
        {failed}
        {total > 0 && !isFailed && (
          <List label={text('browse.damages.title')}>
            {items.map((file) => (
              <DamageItem
                {...ways}
                key={file.node.id}
                file={file}
                isBusy={busyId === file.node.id}
                onRestore={() => handle(file, 'restore')}
                onTrash={() => handle(file, 'trash')}
              />
            ))}
          </List>
        )}
        <Pager
          at={at}
          limit={PAGE}
          total={total}
          position={text('browse.damages.page', {
            first: number(Math.min(at + 1, total)),
            last: number(Math.min(at + PAGE, total)),
            total: number(total),
          })}
          previousLabel={text('browse.damages.previous')}
          nextLabel={text('browse.damages.next')}
          onMove={handleMove}
        />
      </Stack>
    </div>
  );
}

function useActs() {
  const cache = useQueryCache();
  const { ofError } = useErrorTexts();
  const [busyId, setBusyId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const act = async ({ node, whole }: DamagedFile, way: 'restore' | 'trash'): Promise<void> => {
    if (busyId !== undefined) return;
    setBusyId(node.id);
    const run = async (): Promise<string | undefined> => {
      if (way === 'trash') await (await loadActions()).trashNodes(cache, [node]);
      else if (whole !== null) {
        const { restoreOlder } = await import('../versions/version-actions.ts');
        return await restoreOlder(cache, { node, version: whole, current: undefined });
      }
      return undefined;
    };
    const [outcome] = await Promise.allSettled([run()]);
    setBusyId(undefined);
    setRefusal(outcome.status === 'fulfilled' ? outcome.value : ofError(apiErrorOf(outcome.reason)));
  };
  return { busyId, refusal, act };
}

/** The button that opened the list disappears when nothing is damaged any more, so the heading takes the focus. */
function useFocusOnHeading(isEmpty: boolean): void {
  const isWanted = useRef(isEmpty);
  useEffect(() => {
    isWanted.current = isEmpty;
  }, [isEmpty]);
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (!isWanted.current || document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      });
    },
    [],
  );
}

interface DamageItemProps extends Omit<DamageListProps, 'spaceId'> {
  readonly file: DamagedFile;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
  readonly onTrash: () => void;
}

function DamageItem({ file, isBusy, hrefOf, viewHrefOf, onRestore, onTrash, onUpload }: DamageItemProps) {
  const text = useText();
  const { number, date, dateTime } = useFormats();
  const { node, whole, damage, foundAt } = file;
  const { name, parentId } = node;
  const version = { number: whole === null ? '' : number(whole.number), name };
  const place = [text('browse.damages.files'), ...file.from.slice(1)].join(' / ');
  return (
    <ListItem>
      <Words>
        <Link href={viewHrefOf(node.id)} className={styles['name']}>
          <bdi>{name}</bdi>
        </Link>
        {parentId !== null && (
          <Link href={hrefOf(parentId)} className={styles['place']}>
            <bdi>{place}</bdi>
          </Link>
        )}
        <Muted>
          {text(`browse.damages.${damage}`)} {text('browse.damages.found', { time: dateTime(foundAt) })}
        </Muted>
        <p>
          {whole === null
            ? text('browse.damages.noWhole')
            : text('browse.damages.whole', { ...version, date: date(whole.createdAt) })}
        </p>
      </Words>
      <Row>
        {whole !== null && (
          <Button
            tone="primary"
            icon={RotateCcw}
            aria-label={text('browse.damages.restoreOf', version)}
            isBusy={isBusy}
            onClick={onRestore}
          >
            {text('browse.damages.restore', version)}
          </Button>
        )}
        <UploadAgain name={name} onChoose={(chosen) => onUpload(node, chosen)} />
        <IconButton icon={Trash2} label={text('browse.damages.trash', { name })} onClick={onTrash} />
      </Row>
    </ListItem>
  );
}

interface UploadAgainProps {
  readonly name: string;
  readonly onChoose: (file: File) => void;
}

function UploadAgain({ name, onChoose }: UploadAgainProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('browse.damages.uploadOf', { name })}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
      <Button
        icon={Upload}
        aria-label={text('browse.damages.uploadOf', { name })}
        onClick={() => input.current?.click()}
      >
        {text('browse.damages.upload')}
      </Button>
    </>
  );
}
