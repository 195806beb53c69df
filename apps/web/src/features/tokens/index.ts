export { Tokens } from './tokens.tsx';
