import { Braces, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loading } from '../fetching/loading.tsx';
import { useFileTask } from '../frame/use-task.ts';
import { WithSource } from '../frame/with-source.tsx';
import type { ViewerProps } from '../viewer.ts';
import type { JsonEnd, JsonIndex } from './json-index.ts';
import { openAtFirst, pathOf, rowsOf, formatValue, isContainer } from './json-rows.ts';
import { JsonTree } from './json-tree.tsx';
import styles from './json.module.css';
import workerUrl from './json.worker.ts?worker&url';
import { useText } from './texts.ts';

const LIMIT_MS = 15_000;

export function JsonView(props: ViewerProps) {
  const text = useText();
  const { url } = props.content;
  const end = useFileTask<JsonEnd>({ workerUrl, name: 'json', limitMs: LIMIT_MS, url });
  if (end === undefined) return <Loading label={text('json.opening')} />;
  if (end === 'failed') return props.failed;
  if (end === 'empty')
    return <EmptyState icon={Braces} title={text('json.empty')} text={text('json.emptyText')} />;
  if (end === 'too slow' || end === 'too many')
    return <WithSource {...props} shownAs="tree" onlySource={text('json.tooMany')} />;
  if ('invalidLine' in end)
    return (
      <WithSource {...props} shownAs="tree" onlySource={text('json.invalid', { line: end.invalidLine })} />
    );
  return <OpenJson {...props} index={end} />;
}

function OpenJson({ index, ...viewer }: ViewerProps & { readonly index: JsonIndex }) {
  const text = useText();
  const [isOpen, setOpen] = useState(() => openAtFirst(index));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => rowsOf(index, isOpen), [index, isOpen]);
  const toggle = (value: number): void => {
    const next = isOpen.slice();
    next[value] = next[value] === 0 ? 1 : 0;
    setOpen(next);
  };
  const setAll = (open: 0 | 1): void => {
    const next = new Uint8Array(index.length).fill(open);
    next[0] = 1;
    setOpen(next);
    setActive(0);
  };
  const facts = (
    <div className={styles['tools']}>
      <Button icon={ChevronsUpDown} tone="quiet" onClick={() => setAll(1)}>
        {text('json.expand')}
      </Button>
      <Button icon={ChevronsDownUp} tone="quiet" onClick={() => setAll(0)}>
        {text('json.collapse')}
      </Button>
    </div>
  );
  const path = pathOf(index, active);
  return (
    <WithSource {...viewer} shownAs="tree" facts={facts}>
      <div className={styles['desk']}>
        <JsonTree
          label={text('json.tree', { name: viewer.node.name })}
          {...{ index, isOpen, rows, active }}
          onActive={setActive}
          onToggle={toggle}
        />
        <footer className={styles['footer']}>
          <bdi>{path === '' ? text('json.root') : path}</bdi>
          <output aria-label={text('json.value')} dir="auto">
            {isContainer(index, active) ? '' : formatValue(index, active, 2_000)}
          </output>
        </footer>
      </div>
    </WithSource>
  );
}
