/**
 * What people call things in the languages that web apps mostly speak: English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish. Matched against names of controls and against addresses.
 */
const word = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${alternatives.replaceAll(/\n\s*/g, "")})(?![\\p{L}])`, "iu");

export const LOG_OUT = word(`
  log[ -_]?out|logged[ -]?out|sign[ -_]?out|sign[ -_]?off|log[ -_]?off|abmelden|ausloggen|
  (?:se )?d[ée]connexion|d[ée]connecter|cerrar sesi[oó]n|desconectar|esci|disconnetti|sair|
  terminar sess[aã]o|uitloggen|afmelden|wyloguj|end session
`);

export const LOG_IN = word(`
  log[ -_]?in|sign[ -_]?in|log[ -_]?on|anmelden|einloggen|connexion|se connecter|iniciar sesi[oó]n|
  acceder|accedi|entrar|inloggen|aanmelden|zaloguj
`);

/** Says yes to the question whether something is meant. */
export const AGREES = /^(?:ok|okay|yes|confirm|ja|oui|s[ií]|sim|continue|proceed)\b/i;

export const DELETE = word(`
  🗑️?|❌|delet(?:e|es|ing)|remov(?:e|es|ing)|destroy|erase|trash|discard|drop|purge|wipe|l[öo]schen|
  entfernen|verwerfen|supprimer|effacer|retirer|eliminar|borrar|quitar|elimina|cancella|rimuovi|
  excluir|apagar|remover|verwijder(?:en)?|usu[nń]
`);

const PAY = word(`
  pay(?:ment)?|pay now|buy now|purchase|place (?:the |my |your )?order|order now|checkout now|donate|
  bezahlen|kostenpflichtig.*|jetzt kaufen|payer|acheter|pagar|comprar|paga|acquista|betalen|
  zap[łl]a[ćc]|subscribe|unsubscribe|upgrade
`);

const SEND = word(`
  send|e-?mail (?:me|us|this|now)|invite|notify|publish|broadcast|share|senden|abschicken|verschicken|
  einladen|envoyer|enviar|invia|verzenden|wy[śs]lij|post|tweet|resend
`);

/** What changes how the app itself works, or sets something going that cannot be called back. */
export const RESET = word(`
  reset|restart|reboot|shut ?down|power ?off|revoke|disable|deactivate|archive|unpublish|suspend|withdraw|ban|block|kick|
  terminate|close account|clear (?:all|data|cache|history|everything|completed|done|finished|items|list|log|messages|chat)|
  empty (?:the )?(?:trash|bin|cart)|restore|rollback|revert|undo|redo|format|reinstall|uninstall|
  install|deploy|run|execute|start|stop|import|migrate|rebuild|regenerate|rotate|zur[üu]cksetzen|
  neu starten|r[ée]initialiser|restablecer|ripristina|redefinir|approve|reject|accept invitation|
  merge|(?<!(?:new|add|create|save|schedule|plan|book) (?:an? |the |another )?)transfer|lock|unlock|print|cancel (?:order|subscription|account|booking|run)|refund|
  sync(?:hronize)?|vote|follow|unfollow|like|(?<=^[^\\p{L}]*)report|maintenance mode|wartungsmodus|read[- ]only mode|
  go (?:live|offline)|back (?:in)?to (?:an? )?drafts?|(?:turn|move|convert|change|switch) (?:it |this )?(?:in)?to (?:an? )?drafts?
`);

export const CREATE = word(`
  new|add|create|register|insert|compose|neu(?:e|er|es)?|hinzuf[üu]gen|anlegen|erstellen|nouveau|
  nouvelle|ajouter|cr[ée]er|nuevo|nueva|a[ñn]adir|agregar|crear|nuovo|nuova|aggiungi|crea|novo|nova|
  adicionar|criar|nieuw|toevoegen|aanmaken|nowy|dodaj
`);

/** Ends an address at which something new begins. */
export const NEW_AT =
  /\/(?:new|create|neue?|anlegen|nouveau|nouvelle|nuevo|nueva|nuovo|nuova|novo|nova|nieuw|nowy)$/i;

export const EDIT = word(`
  edit|change|modify|update|rename|✎|✏️?|🖉|umbenennen|renommer|bearbeiten|[äa]ndern|modifier|[ée]diter|editar|modificar|modifica|alterar|
  bewerken|wijzigen|edytuj
`);

/** Takes over what was changed in a cart. */
export const isUpdate = (name: string): boolean => EDIT.test(name) || /refresh|recalculate/i.test(name);

/** Keeps what is in a form. */
export const SAVES = word(`
  save|update|keep|store|speichern|sichern|aktualisieren|[üu]bernehmen|enregistrer|sauvegarder|mettre [àa] jour|
  guardar|actualizar|salva|aggiorna|salvar|atualizar|opslaan|bijwerken|zapisz|zaktualizuj
`);

/** What bears this name shows something, or begins it, whenever it is used. */
export const SHOWS = word(`
  show|view|open|details?|expand|(?:load )?more|preview|history|help|info(?:rmation)?|options|export|
  download|anzeigen|[öo]ffnen|mehr|details|vorschau|hilfe|exportieren|herunterladen|afficher|voir|
  ouvrir|plus|aide|exporter|t[ée]l[ée]charger|mostrar|ver|abrir|m[áa]s|ayuda|exportar|descargar|
  mostra|apri|aiuto|esporta|scarica|mais|ajuda|baixar|tonen|openen|meer|exporteren|poka[żz]|otw[óo]rz
`);

/** Speaks of the first of all: it is there as long as there is none ("Create your first project"). */
export const OF_NONE_YET =
  /\b(?:your|the very) first\b|\b(?:deine?|ihre?)[nrs]? erste[nrs]?\b|\b(?:votre|ton|ta) premi(?:er|[èe]re)\b|\b(?:tu|su) primer[oa]?\b|\b(?:tu[oa]|il tuo|la tua) prim[oa]\b/i;

/** Leads to wherever one has come to by then, or to what is the latest. */
export const GOES_ON = word(`
  continue|resume|next|previous|latest|newest|random|surprise me|weiter|fortsetzen|continuer|reprendre|continuar|
  reanudar|continua|riprendi|doorgaan|kontynuuj
`);

/** Decides on what somebody else has asked for; "Return to list" leads there, and a "Deny list" is one. */
export const DECIDES =
  /^[^\p{L}]*(?:approve|decline|reject|deny|refuse|send back|request changes|return(?= for(?!\p{L})| to (?:sender|employee|submitter|requester|author|applicant)|\s*(?:…|\.{3})$)|genehmigen|freigeben|ablehnen|zur[üu]ckweisen|approuver|refuser|rejeter|aprobar|rechazar|denegar|approva(?:re)?|rifiuta(?:re)?|aprovar|recusar|rejeitar|goedkeuren|afwijzen|zatwierd[źz]|odrzu[ćc])(?!\p{L}|\s*&|\s+(?:lists?|reasons?|rates?|collections?)(?!\p{L}))/iu;

const ACCEPTS =
  /^[^\p{L}]*(?:accept|annehmen|akzeptieren|accepter|aceptar|accetta(?:re)?|aceitar|accepteren|za?akceptuj|akceptuj|przyjmij|zusagen)(?!\p{L})(?! answer)/iu;
/** What else one can say to what "Accept" accepts. */
const OR_ELSE = /^[^\p{L}]*(?:ignore|maybe|tentative|absagen)(?!\p{L})/iu;

/** All on a page that one can use, by what it is called. */
export const namedOn = ({
  buttons,
  links,
  unfocusable,
}: {
  buttons: readonly { name: string }[];
  links: readonly { text: string }[];
  unfocusable: readonly { name: string }[];
}): { name: string }[] => [...buttons, ...links.map(({ text }) => ({ name: text })), ...unfocusable];

/** True for what decides on what others asked for, beside what else can be chosen: "Accept" does where it stands beside "Decline". */
export const decides = (name: string, beside: readonly { name: string }[]): boolean =>
  DECIDES.test(name.trim()) ||
  (ACCEPTS.test(name.trim()) &&
    beside.some((other) => [DECIDES, OR_ELSE].some((words) => words.test(other.name.trim()))));

/** What puts a dialog aside, and says nothing else. */
export const CLOSES =
  /^(?:cancel|close|dismiss|not now|no,? thanks|[×✕✖xX]|abbrechen|schlie(?:ß|ss)en|annuler|fermer|cancelar|cerrar|annulla|chiudi|fechar|annuleren|sluiten|anuluj|zamknij)(?: dialog| window| modal)?$|^(?:no,? )?keep (?:it|(?:the|my|this) (?:hold|booking|reservation|order|appointment|subscription|request|registration|membership|item|plan))$|^never ?mind$/i;

const BACK = /^(?:[←‹<] ?)?(?:go )?(?:back|zur[üu]ck|retour|volver|indietro|voltar|terug|wstecz)\b/iu;

/** "Cancel", "← Back to orders": leads to where one came from. */
export const isWayBack = (name: string): boolean => CLOSES.test(name.trim()) || BACK.test(name.trim());

/** Gives what a page shows as a file. */
export const EXPORT = word(`
  export|download|(?:save|get) as (?:csv|excel|json)|csv|exportieren|herunterladen|exporter|t[ée]l[ée]charger|exportar|
  descargar|esporta|scarica|baixar|exporteren|downloaden|eksportuj|pobierz
`);

export const SEARCH = word(`
  search|find|filter|look up|query|suchen?|finden|filtern|recherche[r]?|chercher|filtrer|buscar|
  b[uú]squeda|filtrar|cerca|ricerca|filtra|pesquisar?|procurar|zoeken|szukaj
`);

export const SORT = word(`
  sort(?:ed)?|order(?:ed)? by|sort by|arrange|sortier(?:en|ung|t)?|trier|tri|ordenar(?: por)?|
  ordina(?: per)?|sorteer|sorteren|sortuj
`);

export const CART_ADD = word(`
  add to (?:the |my |your )?(?:cart|basket|bag|trolley)|in den (?:waren|einkaufs)korb(?: legen)?|
  ajouter au panier|a[ñn]adir (?:al carrito|a la cesta)|agregar al carrito|aggiungi al carrello|
  adicionar ao carrinho|in winkelwagen|in winkelmand|dodaj do koszyka
`);

export const CART = word(`
  cart|basket|bag|trolley|check-?out|warenkorb|einkaufswagen|kasse|panier|caisse|carrito|cesta|
  carrello|cassa|carrinho|winkelwagen|winkelmand|afrekenen|koszyk
`);

const ON =
  /^(?:[»›→>]+ ?)?(?:(?:save (?:and|&) )?(?:next|continue|proceed|go on|review|check (?:availability|details)|to (?:the )?(?:next|summary|review|date|details|check-?out))\b|(?:choose|select|pick|see|show|find) (?:a |your |the |available )?(?:date|day|time|times|slot|slots|details)\b|weiter|zur? |suivant|continuer|siguiente|continuar|avanti|continua|prossim|volgende|doorgaan|verder|seguinte|pr[óo]xim|avan[çc]ar|dalej)/i;
const BEFORE =
  /^(?:[«‹←<]+ ?)?(?:back|previous|prev|go back|return|zur[üu]ck|pr[ée]c[ée]dent|retour|atr[áa]s|anterior|volver|indietro|precedente|voltar|vorige|terug|wstecz|powr[óo]t)\b/i;
/** What has one after the other, and is no step of anything; or where one would leave for. */
const OTHERWISE =
  /\b(?:shop|shopping|reading|browsing|site|home|homepage|top|overview|dashboard|policy|google|facebook|apple|github|microsoft|month|week|year|slide|image|photo|picture|page|post|article|song|track|video|episode|monat|woche|jahr|seite|bild|startseite|mois|semaine|ann[ée]e|mes|a[ñn]o)\b/i;

/** True for what leads on to the next step of several. */
export const isNext = (name: string): boolean => ON.test(name) && !OTHERWISE.test(name);

/** True for what leads back to the step before. */
export const isBack = (name: string): boolean => BEFORE.test(name) && !OTHERWISE.test(name);

/** Ends what was begun in several steps. */
export const FINISH = word(`
  confirm|finish|complete|done|submit|book(?: now)?|reserve|schedule|place|save|create|request|apply|order|register|enrol+|
  sign up|join|pay|send|accept|buchen|best[äa]tigen|abschlie(?:ß|ss)en|fertig|reservieren|speichern|confirmer|
  terminer|valider|r[ée]server|confirmar|terminar|finalizar|reservar|conferma|completa|prenota|concluir|bevestigen|
  voltooien|reserveren|afronden|potwierd[źz]|zako[ńn]cz|zarezerwuj
`);

/** What lists that one has marked oneself are called. */
const SHELF = word(`
  favou?rites?|wish ?list|watch ?list|bookmarks?|bookmarked|saved(?! search)|short ?list(?:ed)?|reading list|compare|comparison|
  starred|my list|favoriten|merkliste|merkzettel|wunschliste|vergleich|favoris|favoritos|preferiti
`);

/** True for the name of a page or link where one finds what one has marked. */
export const isShelf = (name: string): boolean => SHELF.test(name);

/** Begins a button that stands for one of several things to be had. */
export const CHOOSE =
  /^(?:choose|select|pick|book|reserve|take|w[äa]hlen|ausw[äa]hlen|buchen|choisir|s[ée]lectionner|r[ée]server|elegir|seleccionar|reservar|scegli|seleziona|prenota|escolher|selecionar|kiezen|kies|selecteer|boeken|wybierz)\b/i;

/** A field for whoever writes: an app fills it in itself once somebody is logged in. */
export const WHO = /^(?:(?:your |full )?name|nick ?name|author|e-?mail(?:[ -]?address)?)\s*\*?:?$/i;

/** What begins with such a word shows something, whatever that is called: "Show report", "Preview Reset of a password". */
const ONLY_SHOWS =
  /^(?:show|view|preview|see|display|anzeigen|vorschau|afficher|voir|aper[çc]u|mostrar|ver|mostra|anteprima|toon|poka[żz]) (?!.*(?:&|\b(?:and|then|und|et|y|e|en|i)\b))/iu;

/** True when using what bears this name could do what the explorer must never do: end, delete, pay, send or reset something. */
export const isDangerous = (name: string): boolean =>
  !ONLY_SHOWS.test(name) && [LOG_OUT, DELETE, PAY, SEND, RESET].some((pattern) => pattern.test(name));

const TELLS = word(`
  send|e-?mail|invite|notify|broadcast|share|post|tweet|resend|remind|charge|refund|einladen|benachrichtigen
`);

/** True for what ends a session, pays, or writes to somebody, even where it is about something of our own. */
export const isMoneyOrMail = (name: string): boolean =>
  [LOG_OUT, PAY, TELLS].some((pattern) => pattern.test(name));

const HARMFUL_SEGMENT =
  /^(?:log-?_?out|sign-?_?out|log-?_?off|logoff|abmelden|deconnexion|delete|remove|destroy|trash|purge|unsubscribe|reset|revoke|disable|deactivate|shutdown|restart|pay|payment|send|do-?logout)$/i;

/** What an address bears that does something for the one session that it was made for. */
const TOKEN =
  /^(?:sec|csrf_?|xsrf_?|sess_?|form_?)(?:tok(?:en)?|key)$|^_?csrf$|^_token$|^authenticity_token$|^csrfmiddlewaretoken$|^_wpnonce$|^nonce$|^__RequestVerificationToken$/i;

/** `/requests/7/approve`: what is done to one of several. */
const DECIDING = /\/[^/?#]*\d[^/?#]*\/(?:approve|decline|reject|deny|accept)\/?(?:$|[?#])/i;

/** True when merely opening the address could end a session or change something. */
export const isDangerousAddress = (address: string): boolean => {
  const [path = "", query = ""] = address.split("?", 2);
  const segments = path.split(/[/#!.]+/).filter((segment) => segment !== "");
  const parameters = new URLSearchParams(query.split("#")[0] ?? "");
  return (
    [...segments, ...[...parameters].flat()].some((part) => HARMFUL_SEGMENT.test(part)) ||
    DECIDING.test(address) ||
    // A parameter without a value tells nobody.
    [...parameters].some(([name, value]) => value !== "" && TOKEN.test(name))
  );
};

const LANGUAGE =
  /^(?:[a-z]{2}(?:-[a-z]{2})?|english|deutsch|fran[çc]ais|espa[ñn]ol|italiano|portugu[êe]s|nederlands|polski|[čc]e[šs]tina|dansk|svenska|norsk|suomi|magyar|rom[âa]n[ăa]|t[üu]rk[çc]e|ελληνικά|русский|українська|日本語|中文|한국어|العربية|עברית)$/i;

/** What a choice of languages offers: "Deutsch", "FR". */
export const isLanguage = (name: string): boolean => LANGUAGE.test(name.trim());

const LANGUAGE_KEY = /^(?:lang|language|locale|lng|hl)$/i;

/**
 * True for a link that sets the language of the whole session: whatever is opened afterwards is called otherwise.
 * An address that merely lies below the language's own folder (`/de/about`) sets nothing.
 */
export const setsLanguage = (name: string, address: string): boolean => {
  const { pathname, searchParams } = new URL(address, "http://app");
  const said = [...searchParams.keys(), ...pathname.split("/").slice(0, -1)];
  return isLanguage(name) && said.some((part) => LANGUAGE_KEY.test(part));
};
