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
        <Turn label={previousLabel} isEnd={at === 0} onPress={() => onMove(Math.max(0, at - limit))} />
        <Turn label={nextLabel} isEnd={at + limit >= total} onPress={() => onMove(at + limit)} />
      </Row>
    </Row>
  );
}

interface TurnProps {
  readonly label: string;
  readonly isEnd: boolean;
  readonly onPress: () => void;
}

/** At the end it keeps the focus, which a disabled button would lose. */
function Turn({ label, isEnd, onPress }: TurnProps) {
  return (
    <Button isOff={isEnd} onClick={onPress}>
      {label}
    </Button>
  );
}
