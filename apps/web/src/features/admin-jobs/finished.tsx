import type { AdminJobs } from '@coffer/contracts';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Muted, Row } from '../../ui/page/stack.tsx';
import { Jobs, Left } from './job-card.tsx';
import { useText } from './texts.ts';

const FIRST_SHOWN = 5;

export function Finished({ jobs: { finished, checkedAt } }: { readonly jobs: AdminJobs }) {
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const { items, total } = finished;
  const shown = isWhole ? items : items.slice(0, FIRST_SHOWN);
  const title = text('adminJobs.finished');
  return (
    <Card title={title} description={text('adminJobs.finished.text')}>
      {items.length === 0 && <Muted>{text('adminJobs.finished.none')}</Muted>}
      {items.length > 0 && <Jobs label={title} items={shown} now={new Date(checkedAt)} />}
      {shown.length < items.length && (
        <Row>
          <Button onClick={() => setWhole(true)}>
            {text('adminJobs.finished.more', { count: items.length - shown.length })}
          </Button>
        </Row>
      )}
      {isWhole && <Left shown={items.length} total={total} />}
    </Card>
  );
}
