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
export { countMail, countOutbox, sendFailedAgain } from './store/outbox.ts';
export { createMailSender, pruneMail } from './send-mail.ts';
