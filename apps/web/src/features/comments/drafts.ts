import { onWipe } from '../../lib/wipe.ts';
import type { Written } from './mentions/use-mentions.ts';

/** What was typed and not sent yet, by the id of the item: another row may be looked at meanwhile. */
export const drafts = new Map<string, Written>();
onWipe(() => drafts.clear());
