import { CircleAlert, CirclePause, CircleHelp, ListFilter, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon, type IconShape } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { isWithoutRoom } from '../model/machine.ts';
import type { TransferView } from '../model/transfer-store.ts';
import { useText as useTransferText } from '../texts.ts';
import { AskFolder } from '../ui/ask-folder.tsx';
import { ask } from '../ui/asked.ts';
import { cancel } from '../ui/cancel.ts';
import { NoRoom, OpenTrash } from '../ui/no-room.tsx';
import { ResumeBar } from '../ui/resume-bar.tsx';
import { TransferStatus } from '../ui/transfer-status.tsx';
import { type Cause, causesOf } from './causes.ts';
import { runCommand } from './commands.ts';
import styles from './page.module.css';
import { rootsOf } from './roots.ts';
import { useText } from './texts.ts';

interface AttentionProps {
  readonly view: TransferView;
  readonly engine: TransferEngine;
  /** The cause by which the list is filtered. */
  readonly cause: string | undefined;
  readonly onCause: (cause: string | undefined) => void;
}

/** The transfers that need the person, each kind with its remedy. */
export function Attention({ view, engine, cause, onCause }: AttentionProps) {
  const text = useText();
  const { summary, byPhase } = view;
  const causes = causesOf(byPhase.failed.values());
  const isWanted = summary.interrupted > summary.activeElsewhere || summary.conflicts > 0;
  if (!isWanted && causes.length === 0) return null;
  return (
    <ul className={styles['attention']} aria-label={text('queue.attention')}>
      {summary.interrupted > summary.activeElsewhere && <Interrupted view={view} engine={engine} />}
      {summary.conflicts > 0 && <Conflicts view={view} />}
      {causes.map((each) => (
        <CauseItem
          key={each.key}
          cause={each}
          engine={engine}
          isShown={each.key === cause}
          onShow={() => onCause(each.key === cause ? undefined : each.key)}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly icon: IconShape;
  readonly tone: 'danger' | 'warning';
  readonly title: ReactNode;
  readonly explanation?: ReactNode;
  readonly children: ReactNode;
}

function Item({ icon, tone, title, explanation, children }: ItemProps) {
  return (
    <li className={styles['item']} data-tone={tone}>
      <Icon of={icon} className={styles['itemMark']} />
      <div className={styles['itemWords']}>
        <p className={styles['itemTitle']}>{title}</p>
        {explanation !== undefined && <p className={styles['explanation']}>{explanation}</p>}
      </div>
      <div className={styles['ways']}>{children}</div>
    </li>
  );
}

function Interrupted({ view, engine }: Pick<AttentionProps, 'view' | 'engine'>) {
  const text = useText();
  const { list } = useFormats();
  const { summary, byPhase } = view;
  const count = summary.interrupted - summary.activeElsewhere;
  const { names, hasMore } = rootsOf(byPhase.interrupted.values());
  const full = [...byPhase.interrupted.values()].find(isWithoutRoom)?.failure;
  const roots = names.map((name) => `\u2068${name}\u2069`);
  return (
    <Item
      icon={CirclePause}
      tone="warning"
      title={
        summary.needPermission === count
          ? text('queue.interrupted.permission')
          : text(hasMore ? 'queue.interrupted.chooseMore' : 'queue.interrupted.choose', {
              names: list(roots, hasMore ? 'open' : 'closed'),
            })
      }
      explanation={full === undefined ? text('queue.interrupted.kept') : <NoRoom failure={full} />}
    >
      {full !== undefined && <OpenTrash failure={full} />}
      <ResumeBar summary={summary} engine={engine} />
    </Item>
  );
}

function Conflicts({ view: { summary, byPhase } }: Pick<AttentionProps, 'view'>) {
  const transferText = useTransferText();
  const [first] = byPhase.conflict.values();
  return (
    <Item
      icon={CircleHelp}
      tone="warning"
      title={transferText('transfer.decide', { count: summary.conflicts })}
      explanation={transferText('transfer.phase.conflict')}
    >
      {first !== undefined && (
        <Button tone="primary" onClick={() => ask({ kind: 'decide', batchId: first.batchId })}>
          {transferText('transfer.resolve')}
        </Button>
      )}
    </Item>
  );
}

interface CauseItemProps {
  readonly cause: Cause;
  readonly engine: TransferEngine;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function CauseItem({ cause, engine, isShown, onShow }: CauseItemProps) {
  const text = useText();
  const transferText = useTransferText();
  const { first, remedy, transfers } = cause;
  const count = transfers.length;
  return (
    <Item
      icon={CircleAlert}
      tone="danger"
      title={transferText('transfer.failed', { count })}
      explanation={<TransferStatus transfer={first} waiting={undefined} />}
    >
      {remedy === 'room' && first.failure !== undefined && <OpenTrash failure={first.failure} />}
      <AskFolder transfer={first} engine={engine} />
      {remedy === 'rename' && (
        <Button onClick={() => runCommand('rename', transfers, engine)}>
          {transferText('transfer.rename')}
        </Button>
      )}
      {(remedy === 'retry' || remedy === 'room') && (
        <Button icon={RotateCw} onClick={() => runCommand('retry', transfers, engine)}>
          {transferText('transfer.retry')}
        </Button>
      )}
      <IconButton
        icon={ListFilter}
        label={text(isShown ? 'queue.showAll' : 'queue.showThese', { count })}
        onClick={onShow}
      />
      <IconButton
        icon={X}
        label={text('queue.dismiss', { count })}
        onClick={() => cancel(engine, transfers)}
      />
    </Item>
  );
}
