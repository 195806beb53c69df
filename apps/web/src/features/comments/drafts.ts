import { onWipe } from '../../lib/wipe.ts';
import type { Written } from './mentions/use-mentions.ts';

/**
 * Text that was typed but not sent, by the id of the item. Kept because the person may look at another row meanwhile.
 */
export const drafts = new Map<string, Written>();
onWipe(() => drafts.clear());
