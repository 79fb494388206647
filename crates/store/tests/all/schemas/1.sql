-- A database of version 1, as the first release made it, with one match in it.
CREATE TABLE schema_version (version BIGINT NOT NULL);
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, rules BIGINT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL,
    seed TEXT NOT NULL, position TEXT, created BIGINT NOT NULL, parent TEXT, relation TEXT, archived BIGINT
);
CREATE UNIQUE INDEX one_rematch ON matches (parent) WHERE relation = 'rematch';
CREATE TABLE chairs (
    match TEXT NOT NULL REFERENCES matches (id), chair BIGINT NOT NULL, seats TEXT NOT NULL, kind TEXT NOT NULL,
    level TEXT, token TEXT, PRIMARY KEY (match, chair)
);
CREATE INDEX chairs_by_token ON chairs (token);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id), seq BIGINT NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL,
    text TEXT NOT NULL, key TEXT, at BIGINT NOT NULL, PRIMARY KEY (match, seq)
);
CREATE UNIQUE INDEX entries_by_key ON entries (match, key);
CREATE TABLE archives (match TEXT PRIMARY KEY REFERENCES matches (id), record TEXT NOT NULL, at BIGINT NOT NULL);
INSERT INTO schema_version (version) VALUES (1);
INSERT INTO matches (id, game, rules, scenario, options, seed, created) VALUES
    ('m1', 'skirmish', 1, 'field', '{}', '0000000000000000000000000000000000000000000000000000000000000000', 1000);
INSERT INTO chairs (match, chair, seats, kind, level, token) VALUES
    ('m1', 0, 'red', 'here', NULL, 'hash-of-red'),
    ('m1', 1, 'blue', 'computer', 'officer', NULL),
    ('m1', 2, '', 'spectator', NULL, 'hash-of-spectators');
INSERT INTO entries (match, seq, kind, seat, text, key, at) VALUES
    ('m1', 1, 'act', 'red', 'end', '0:k1', 2000),
    ('m1', 2, 'undo', 'red', '', NULL, 3000);
