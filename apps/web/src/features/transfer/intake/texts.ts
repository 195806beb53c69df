import { textsOf } from '../../../lib/language/i18n.ts';
import en from './messages/en.json';

/** Apart from the words of the tray, because they come before it. */
export const { useText, text } = textsOf(en);
