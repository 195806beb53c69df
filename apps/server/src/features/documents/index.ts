export { countUnread, readFailedAgain } from './store/documents.ts';
