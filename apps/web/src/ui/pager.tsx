import { Button } from './button.tsx';
import { Muted, Row } from './stack.tsx';

interface PagerProps {
  /** Position of the first row that is shown, from 0. */
  readonly at: number;
  readonly limit: number;
  readonly total: number;
  /** Which rows are shown of how many, in words. */
  readonly position: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  readonly onMove: (at: number) => void;
}

/** The way through a list that comes in pages; nothing while there is one page only. */
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
