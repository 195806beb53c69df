export { previewMail } from './preview-mail.ts';
export type { SharedAbout } from './model.ts';
export {
  changeMail,
  dropInvitation,
  listMailed,
  queueInvitation,
  queueMail,
  withdrawMail,
} from './queue-mail.ts';
export { findWaitingAbout, countMail, countOutbox, sendFailedAgain } from './store/outbox.ts';
export { createMailSender, pruneMail } from './send-mail.ts';
