import { textsOf } from '../../../lib/language/i18n.ts';
import en from './messages/en.json';

/** Separate from the texts of the tray, because these are needed before the tray is loaded. */
export const { useText, text } = textsOf(en);
