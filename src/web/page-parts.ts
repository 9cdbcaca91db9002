/** The page's own elements, by id. */
export const pageParts = {
  main: find('main', HTMLElement),
  drop: find('drop', HTMLElement),
  archive: find('archive', HTMLInputElement),
  trust: find('trust', HTMLFieldSetElement),
  ownKeys: find('own-keys', HTMLElement),
  ownKeysOrigin: find('own-keys-origin', HTMLElement),
  signer: find('signer', HTMLInputElement),
  signerFault: find('signer-fault', HTMLElement),
  keys: find('keys', HTMLInputElement),
  keysFault: find('keys-fault', HTMLElement),
  roots: find('roots', HTMLInputElement),
  rootsFault: find('roots-fault', HTMLElement),
  status: find('status', HTMLElement),
  progress: find('progress', HTMLProgressElement),
  actions: find('actions', HTMLElement),
  print: find('print', HTMLButtonElement),
  save: find('save', HTMLButtonElement),
  result: find('result', HTMLElement),
};

/** The key list that a service put into the page as it served it; `null` in a page from elsewhere. */
export const serviceKeysText: string = find('service-keys', HTMLScriptElement).textContent;

function find<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${id}`);
  return found;
}
