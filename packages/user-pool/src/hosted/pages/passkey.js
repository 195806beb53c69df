// The only script of the pages: passes the options to the authenticator and its answer to the form.
const form = document.querySelector('form[data-options]');
const failure = document.querySelector('[data-failure]');

async function ask() {
  failure.hidden = true;
  try {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
    const credential = await navigator.credentials.get({ publicKey: options });
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    failure.hidden = false;
    failure.focus();
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask();
});
