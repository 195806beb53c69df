export { giveRole } from './give-role.ts';
export { findDeciders } from './find-deciders.ts';
export { seesOthers } from './list-access.ts';
export { covers, mayShare, ROLE_THAT_SHARES } from './model.ts';
export { deleteGrantsTo } from './store/grants.ts';
export { countGrantsTo, type GivenTo, listGivenBy } from './store/given.ts';
