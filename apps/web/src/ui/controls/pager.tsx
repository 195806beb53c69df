import { Button } from './button.tsx';
import { Muted, Row } from '../page/stack.tsx';

interface PagerProps {
  readonly at: number;
  readonly limit: number;
  readonly total: number;
  readonly position: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  readonly onMove: (at: number) => void;
}

export function Pager({ at, limit, total, position, previousLabel, nextLabel, onMove }: PagerProps) {
  if (at === 0 && total <= limit) return null;
  return (
    <Row isApart>
      <Muted>{position}</Muted>
      <Row>
        <Button disabled={at === 0} onClick={() => onMove(Math.max(0, at - limit))}>
          {previousLabel}
        </Button>
        <Button disabled={at + limit >= total} onClick={() => onMove(at + limit)}>
          {nextLabel}
        </Button>
      </Row>
    </Row>
  );
}
