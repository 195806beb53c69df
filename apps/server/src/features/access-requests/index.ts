export { endAccessRequests } from './end-requests.ts';
