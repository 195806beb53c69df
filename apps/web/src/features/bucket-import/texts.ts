import { textsOf } from '../../lib/language/i18n.ts';
import en from './messages/en.json';

export const { useText } = textsOf(en);
