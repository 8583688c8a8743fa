// One socket to one table. It survives a lost connection: a command is kept until it is answered and is sent again
// with the same id, which the server answers without doing it twice.

/** @import { AnyCommand, AnyMessage, Answer, Hello } from "./wire.js" */

/**
 * A command before it has its id.
 * @template T
 * @typedef {T extends AnyCommand ? Omit<T, "id"> : never} Draft
 */

/**
 * @typedef {object} Hooks
 * @property {() => Omit<Hello, "do" | "id"> & { since: number }} greet   whom the socket speaks for, asked at every connection
 * @property {(message: AnyMessage) => void} receive
 * @property {(live: boolean) => void} live
 * @property {(sentence: string) => void} closed              the server will not have us: no use trying again
 */

const PING = 20_000;
const PATIENCE = 8_000;

export class Socket {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, { command: AnyCommand, settle: (answer: Answer) => void }>} */ #waiting = new Map();
  #tries = 0;
  #count = 0;
  #ended = false;
  #greeted = false;
  #retry = 0;
  #ping = 0;
  #deaf = 0;
  #hello = "";
  // Commands of another tab on the same seat must not share ids.
  #prefix = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

  /** @param {string} table @param {Hooks} hooks */
  constructor(table, hooks) {
    this.table = table;
    this.hooks = hooks;
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.#seen);
    this.#connect();
  }

  /** @param {Draft<AnyCommand>} draft @returns {Promise<Answer>} */
  send(draft) {
    const command = /** @type {AnyCommand} */ ({ ...draft, id: `${this.#prefix}-${++this.#count}` });
    return new Promise((settle) => {
      this.#waiting.set(command.id, { command, settle });
      if (this.#greeted) this.#write(command);
    });
  }

  /** Try at once instead of waiting. */
  now = () => {
    if (this.#ended || this.#greeted) return;
    this.#tries = 0;
    this.#connect();
  };

  close() {
    this.#ended = true;
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#drop();
  }

  #seen = () => {
    if (document.hidden || this.#ended) return;
    if (this.#greeted) this.#sync();
    else this.now();
  };

  #drop() {
    clearTimeout(this.#retry);
    clearTimeout(this.#deaf);
    clearInterval(this.#ping);
    this.#greeted = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #connect() {
    this.#drop();
    const url = new URL(`/ws/${this.table}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#listen();
    socket.onopen = () => {
      this.#hello = `${this.#prefix}-${++this.#count}`;
      this.#write({ do: "hello", id: this.#hello, ...this.hooks.greet() });
      this.#greeted = true;
      for (const { command } of this.#waiting.values()) this.#write(command);
      this.#ping = setInterval(() => this.#sync(), PING);
    };
    socket.onmessage = (event) => {
      clearTimeout(this.#deaf);
      this.#tries = 0;
      this.hooks.live(true);
      const message = /** @type {AnyMessage} */ (JSON.parse(event.data));
      if (message.is === "answer") this.#answered(message);
      this.hooks.receive(message);
    };
    socket.onclose = (event) => {
      // 4000 and up are the server's own reasons: the table is gone or was never there.
      if (event.code >= 4000) this.#refused(event.reason);
      else this.#lost();
    };
  }

  #lost() {
    this.#drop();
    this.hooks.live(false);
    const wait = Math.min(8000, 400 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** @param {string} sentence */
  #refused(sentence) {
    this.close();
    this.hooks.closed(sentence);
  }

  /** @param {Answer} answer */
  #answered(answer) {
    if (answer.id === this.#hello && !answer.ok) return this.#refused(answer.refused?.say ?? "");
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    waiting?.settle(answer);
  }

  /** A sign of life that also mends whatever was missed. */
  #sync() {
    this.#write({ do: "sync", id: `${this.#prefix}-${++this.#count}`, since: this.hooks.greet().since });
    this.#listen();
  }

  /** A socket that stays silent is lost, even if nobody closed it. */
  #listen() {
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.#lost(), PATIENCE);
  }

  /** @param {AnyCommand} command */
  #write(command) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }
}
