type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'getModifierState'>;
type Held = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>;

/** Characters of a non-Latin script. For these, shortcuts go by the physical key. */
const FOREIGN = /^(?!\p{Script=Latin})[\p{L}\p{M}؟]/u;
const PLACE = /^Key(.)|Slash$/;

/** The key as shortcuts name it, for keyboards of any script. */
export function keyOf(press: Press): string {
  const [place, letter = press.shiftKey ? '?' : '/'] =
    (FOREIGN.test(press.key) && PLACE.exec(press.code)) || [];
  if (place === undefined || isAltGraph(press)) return press.key;
  return press.shiftKey ? letter : letter.toLowerCase();
}

/** Ctrl, or Command on a Mac. Windows reports AltGr, which writes characters, as Ctrl and Alt. */
export function holdsCommand(press: Held): boolean {
  return (press.ctrlKey || press.metaKey) && !press.altKey && !isAltGraph(press);
}

/** The key pressed with Ctrl or Command alone, in lower case. */
export function commandOf(press: Press & Held): string | undefined {
  return holdsCommand(press) && !press.shiftKey ? keyOf(press).toLowerCase() : undefined;
}

function isAltGraph(press: Pick<KeyboardEvent, 'getModifierState'>): boolean {
  return press.getModifierState('AltGraph');
}
