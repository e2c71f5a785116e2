BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
CREATE TABLE app_state (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "app_state" VALUES('command ids 1456074443980800000','{"initiative": 1456074443980800002, "activate": 1456074443980800003, "move": 1456074443980800004, "fire": 1456074443980800005, "assault": 1456074443980800006, "morale": 1456074443980800007, "act": 1456074443980800008, "turn next": 1456074443980800009, "turn end": 1456074443980800009, "turn phase": 1456074443980800009, "odds": 1456074443980800010, "game board": 1456074443980800011, "game dice": 1456074443980800011, "game mentions": 1456074443980800011, "game consent": 1456074443980800011, "game detail": 1456074443980800011, "game timeout": 1456074443980800011, "game clock": 1456074443980800011, "game umpire": 1456074443980800011, "game delegate": 1456074443980800011, "game pause": 1456074443980800011, "game move": 1456074443980800011, "game new": 1456074443980800011, "game join": 1456074443980800011, "game opponent": 1456074443980800011, "game review": 1456074443980800011, "game leave": 1456074443980800011, "game status": 1456074443980800011, "game end": 1456074443980800011, "game reopen": 1456074443980800011, "game setup": 1456074443980800011, "game victory": 1456074443980800011, "game demo": 1456074443980800011, "rulings show": 1456074443980800012, "rulings set": 1456074443980800012, "waiting": 1456074443980800013, "force load": 1456074443980800014, "force write": 1456074443980800014, "force list": 1456074443980800014, "force save": 1456074443980800014, "force export": 1456074443980800014, "force cards": 1456074443980800014, "force remove": 1456074443980800014, "unit add": 1456074443980800015, "unit show": 1456074443980800015, "unit edit": 1456074443980800015, "unit remove": 1456074443980800015, "unit list": 1456074443980800015, "marker set": 1456074443980800016, "place add": 1456074443980800017, "place remove": 1456074443980800017, "objective hold": 1456074443980800018, "objective free": 1456074443980800018, "score": 1456074443980800019, "seal new": 1456074443980800020, "seal open": 1456074443980800020, "undo": 1456074443980800021, "amend": 1456074443980800022, "why": 1456074443980800023, "note": 1456074443980800024, "fairness show": 1456074443980800025, "fairness reveal": 1456074443980800025, "fairness verify": 1456074443980800025, "stats": 1456074443980800026, "luck": 1456074443980800027, "log channel": 1456074443980800028, "log show": 1456074443980800028, "export": 1456074443980800029, "campaign rulings": 1456074443980800030, "campaign end": 1456074443980800030, "campaign join": 1456074443980800030, "campaign leave": 1456074443980800030, "campaign handover": 1456074443980800030, "campaign rest": 1456074443980800030, "campaign reinforce": 1456074443980800030, "campaign rename": 1456074443980800030, "campaign dismiss": 1456074443980800030, "campaign level": 1456074443980800030, "campaign award": 1456074443980800030, "campaign sign": 1456074443980800030, "campaign standings": 1456074443980800030, "campaign log": 1456074443980800030, "campaign new": 1456074443980800030, "campaign enlist": 1456074443980800030, "campaign roster": 1456074443980800030, "campaign unit": 1456074443980800030, "campaign battle off": 1456074443980800030, "campaign battle field": 1456074443980800030, "campaign battle withdraw": 1456074443980800030, "campaign battle start": 1456074443980800030, "campaign battle list": 1456074443980800030, "campaign edit undo": 1456074443980800030, "campaign edit result": 1456074443980800030, "campaign edit field": 1456074443980800030, "campaign edit unit": 1456074443980800030, "campaign edit figures": 1456074443980800030, "campaign arbiter transfer": 1456074443980800030, "campaign arbiter status": 1456074443980800030, "campaign arbiter points": 1456074443980800030, "campaign arbiter figures": 1456074443980800030, "campaign arbiter decide": 1456074443980800030, "campaign arbiter reopen": 1456074443980800030, "campaign arbiter opponent": 1456074443980800030, "campaign report": 1456074443980800030, "campaign throw": 1456074443980800030, "campaign export": 1456074443980800030, "campaign import": 1456074443980800030, "help": 1456074443980800031, "roll": 1456074443980800032, "rules topic": 1456074443980800033, "rules campaign": 1456074443980800033, "rules aftermath": 1456074443980800033, "setup check": 1456074443980800034, "privacy show": 1456074443980800035, "privacy export": 1456074443980800035, "privacy delete": 1456074443980800035}');
INSERT INTO "app_state" VALUES('commands synced 1456074443980800000','566fe61bd97b9b40e79419bf1420949b935a6c9ad096780792db381ba40d8e3e');
INSERT INTO "app_state" VALUES('servers forgotten 1456074443980800000','1700000004.0');
INSERT INTO "app_state" VALUES('opponent 238918ee42b546ef9f903e46af7df923','{"side":"Blue","stance":"balanced","sight":{"inches":{"u1 u9":"24","u2 u9":"24","u3 u9":"24","u4 u9":"24","u5 u9":"24","u6 u9":"24","u7 u9":"24","u8 u9":"24","u1 u10":"24","u10 u2":"24","u10 u3":"24","u10 u4":"24","u10 u5":"24","u10 u6":"24","u10 u7":"24","u10 u8":"24","u1 u11":"24","u11 u2":"24","u11 u3":"24","u11 u4":"24","u11 u5":"24","u11 u6":"24","u11 u7":"24","u11 u8":"24","u1 u12":"24","u12 u2":"24","u12 u3":"24","u12 u4":"24","u12 u5":"24","u12 u6":"24","u12 u7":"24","u12 u8":"24","u1 u13":"24","u13 u2":"24","u13 u3":"24","u13 u4":"24","u13 u5":"24","u13 u6":"24","u13 u7":"24","u13 u8":"24","u1 u14":"24","u14 u2":"24","u14 u3":"24","u14 u4":"24","u14 u5":"24","u14 u6":"24","u14 u7":"24","u14 u8":"24","u1 u15":"24","u15 u2":"24","u15 u3":"24","u15 u4":"24","u15 u5":"24","u15 u6":"24","u15 u7":"24","u15 u8":"24","u1 u16":"24","u16 u2":"24","u16 u3":"24","u16 u4":"24","u16 u5":"24","u16 u6":"24","u16 u7":"24","u16 u8":"24","u1 u17":"24","u17 u2":"24","u17 u3":"24","u17 u4":"24","u17 u5":"24","u17 u6":"24","u17 u7":"24","u17 u8":"24"},"unseen":[],"cover":{"u1":"none","u2":"none","u3":"none","u4":"none","u5":"none","u6":"none","u7":"none","u8":"none"},"around":{"u9":{"cover":true,"objective":false,"hide":false,"holds":false},"u17":{"cover":true,"objective":false,"hide":false,"holds":false}},"went":{}},"number":6,"turn":1,"fresh":["u17","u9"],"glanced":[],"order":{"request":{"command":"move","unit":["u17"],"side":"Blue"},"move":["toward",9,"u1"]},"reasons":[[{"joined":[{"msgid":"It gains ground."}],"between":" "}],[{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":1,"order":{"msgid":"{unit}: move up to {inches}″ toward {target}, through cover where there is some.","values":{"unit":{"unit":"u17"},"inches":9,"target":{"unit":"u1"}}},"lead":0,"attack":0,"danger":0,"ground":1}},{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":0,"order":{"msgid":"{unit}: move up to {inches}″ toward {target}, through cover where there is some.","values":{"unit":{"unit":"u9"},"inches":6,"target":{"unit":"u1"}}},"lead":0,"attack":0,"danger":0,"ground":1}},{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":0,"order":{"msgid":"{unit}: move up to {inches}″ into the nearest cover, if possible with an enemy in view.","values":{"unit":{"unit":"u17"},"inches":9}},"lead":0,"attack":0,"danger":0,"ground":0}},{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":0,"order":{"msgid":"{unit}: move up to {inches}″ away from {target}.","values":{"unit":{"unit":"u17"},"inches":9,"target":{"unit":"u1"}}},"lead":0,"attack":0,"danger":0,"ground":0}},{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":0,"order":{"msgid":"{unit}: move up to {inches}″ into the nearest cover, if possible with an enemy in view.","values":{"unit":{"unit":"u9"},"inches":6}},"lead":0,"attack":0,"danger":0,"ground":0}},{"msgid":"{total:+} %: {order} Now {lead:+}, next {attack:+}, danger {danger:+}, ground {ground:+}.","values":{"total":0,"order":{"msgid":"{unit}: move up to {inches}″ away from {target}.","values":{"unit":{"unit":"u9"},"inches":6,"target":{"unit":"u1"}}},"lead":0,"attack":0,"danger":0,"ground":0}}]],"face":0,"hurried":false,"refused":[],"answering":0}');
CREATE TABLE campaign (
	id VARCHAR NOT NULL, 
	guild_id VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	system VARCHAR NOT NULL, 
	started_by VARCHAR NOT NULL, 
	started_at DOUBLE NOT NULL, 
	over BOOLEAN NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT campaign_name UNIQUE (guild_id, "key")
);
CREATE TABLE campaign_battle (
	campaign_id VARCHAR NOT NULL, 
	battle_id VARCHAR NOT NULL, 
	game_id VARCHAR NOT NULL, 
	PRIMARY KEY (campaign_id, battle_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaign (id) ON DELETE CASCADE
);
CREATE TABLE campaign_entry (
	campaign_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	command VARCHAR NOT NULL, 
	by_user VARCHAR NOT NULL, 
	at DOUBLE NOT NULL, 
	source VARCHAR, 
	undoes INTEGER, 
	body JSON NOT NULL, 
	PRIMARY KEY (campaign_id, number), 
	FOREIGN KEY(campaign_id) REFERENCES campaign (id) ON DELETE CASCADE, 
	CONSTRAINT campaign_entry_source UNIQUE (campaign_id, source)
);
CREATE TABLE campaign_seed (
	campaign_id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	seed VARCHAR, 
	drawn_at DOUBLE NOT NULL, 
	revealed_at DOUBLE, 
	PRIMARY KEY (campaign_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaign (id) ON DELETE CASCADE
);
CREATE TABLE campaign_state (
	campaign_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (campaign_id), 
	FOREIGN KEY(campaign_id) REFERENCES campaign (id) ON DELETE CASCADE
);
CREATE TABLE entry (
	game_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	command VARCHAR NOT NULL, 
	by_user VARCHAR NOT NULL, 
	side VARCHAR, 
	at DOUBLE NOT NULL, 
	source VARCHAR, 
	undoes INTEGER, 
	body JSON NOT NULL, link VARCHAR, action VARCHAR, played BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE, 
	CONSTRAINT entry_source UNIQUE (game_id, source)
);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',1,'game new','1456074443980800045',NULL,1700000006.0,NULL,NULL,'{"format":1,"number":1,"command":"game new","by":"1456074443980800045","at":1700000006.0,"side":null,"request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"1456074443980800045","name":"Ann","side":null,"umpire":true,"dice":"bot"}},{"kind":"sides","sides":["Red","Blue"]}],"rulings":{},"version":"4th edition","title":{"msgid":"New game: {title}","values":{"title":"FUBAR demo"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',2,'force load','1456074443980800045','Red',1700000007.0,NULL,NULL,'{"format":1,"number":2,"command":"force load","by":"1456074443980800045","at":1700000007.0,"side":"Red","request":{},"plays":[],"events":[{"kind":"joined","unit":{"id":"u1","name":"Regular section","side":"Red","profile":{"level":"seasoned","armour":"light"},"models":8,"starting":8,"full":0,"hp":[],"weapons":[{"name":"assault_rifle","count":6,"mounted":false},{"name":"lmg","count":1,"mounted":false},{"name":"grenade_launcher","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u2","name":"Marines","side":"Red","profile":{"level":"veteran","armour":"medium"},"models":5,"starting":5,"full":0,"hp":[],"weapons":[{"name":"assault_rifle","count":4,"mounted":false},{"name":"rpg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u3","name":"Commandos","side":"Red","profile":{"level":"elite","armour":"medium"},"models":5,"starting":5,"full":0,"hp":[],"weapons":[{"name":"smg","count":3,"mounted":false},{"name":"sniper_rifle","count":1,"mounted":false},{"name":"lmg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u4","name":"IFV","side":"Red","profile":{"kind":"vehicle","level":"seasoned","hull":"medium","carries":6,"crew":2},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"light_cannon","count":1,"mounted":true},{"name":"lmg","count":1,"mounted":true}],"states":{},"medic":false,"points":0,"origins":{}}}],"rulings":{},"version":"4th edition","title":{"msgid":"{side} takes the field: {force}","values":{"side":"Red","force":"Raiders"}},"notes":[{"msgid":"{units}: {names}.","values":{"units":{"msgid":"{n} {things}","values":{"n":4,"things":{"msgid":"unit","many":"units","n":4,"values":{"n":4}}}},"names":{"items":[{"unit":"u1"},{"unit":"u2"},{"unit":"u3"},{"unit":"u4"}],"last":"and"}}}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',3,'force load','1456074443980800045','Blue',1700000008.0,NULL,NULL,'{"format":1,"number":3,"command":"force load","by":"1456074443980800045","at":1700000008.0,"side":"Blue","request":{},"plays":[],"events":[{"kind":"joined","unit":{"id":"u5","name":"Militia","side":"Blue","profile":{"level":"green"},"models":8,"starting":8,"full":0,"hp":[],"weapons":[{"name":"infantry_rifle","count":8,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u6","name":"Planet defence squad","side":"Blue","profile":{"level":"green","leader_level":"seasoned"},"models":10,"starting":10,"full":0,"hp":[],"weapons":[{"name":"infantry_rifle","count":8,"mounted":false},{"name":"lmg","count":1,"mounted":false},{"name":"rpg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u7","name":"HMG team","side":"Blue","profile":{"level":"seasoned","armour":"light"},"models":2,"starting":2,"full":0,"hp":[],"weapons":[{"name":"heavy_mg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u8","name":"Technical","side":"Blue","profile":{"kind":"vehicle","level":"green","hull":"none","crew":2},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"heavy_mg","count":1,"mounted":true}],"states":{},"medic":false,"points":0,"origins":{}}}],"rulings":{},"version":"4th edition","title":{"msgid":"{side} takes the field: {force}","values":{"side":"Blue","force":"Garrison"}},"notes":[{"msgid":"{units}: {names}.","values":{"units":{"msgid":"{n} {things}","values":{"n":4,"things":{"msgid":"unit","many":"units","n":4,"values":{"n":4}}}},"names":{"items":[{"unit":"u5"},{"unit":"u6"},{"unit":"u7"},{"unit":"u8"}],"last":"and"}}}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',4,'game join','1456074443980800045','Red',1700000009.0,'1456074443980800050',NULL,'{"format":1,"number":4,"command":"game join","by":"1456074443980800045","at":1700000009.0,"side":"Red","request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"1456074443980800045","name":"Ann","side":"Red","umpire":true,"dice":"bot"}}],"rulings":{},"version":"4th edition","title":{"msgid":"{who} plays {side}","values":{"who":"Ann","side":"Red"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800050","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',5,'game join','1456074443980800046','Blue',1700000010.0,'1456074443980800052',NULL,'{"format":1,"number":5,"command":"game join","by":"1456074443980800046","at":1700000010.0,"side":"Blue","request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"1456074443980800046","name":"Bob","side":"Blue","umpire":false,"dice":"bot"}}],"rulings":{},"version":"4th edition","title":{"msgid":"{who} plays {side}","values":{"who":"Bob","side":"Blue"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800052","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',6,'initiative','1456074443980800045','Red',1700000011.0,'1456074443980800054',NULL,'{"format":1,"number":6,"command":"initiative","by":"1456074443980800045","at":1700000011.0,"side":"Red","request":{"command":"initiative","side":"Red"},"plays":[{"action":"initiative","facts":{"sides":[{"modifier":0,"name":"Red","side":0},{"modifier":0,"name":"Blue","side":1}]},"roles":{},"throws":[{"key":"initiative 1","label":{"msgid":"initiative of {name}","values":{"name":"Red"}},"by":"unit","sides":6,"faces":[6],"source":"physical","needed":null,"ledger":[],"result":6,"rule":"Initiative","queued":0,"added":0,"rerolled":[],"side":"Red","part":""},{"key":"initiative 2","label":{"msgid":"initiative of {name}","values":{"name":"Blue"}},"by":"unit","sides":6,"faces":[1],"source":"physical","needed":null,"ledger":[],"result":1,"rule":"Initiative","queued":0,"added":0,"rerolled":[],"side":"Blue","part":""}],"decisions":[],"outcome":{"order":[0,1]},"effects":[],"leaned":[],"topic":"initiative","text":{"sentence":{"msgid":"{first} goes first, then {rest}.","values":{"first":"Red","rest":{"items":["Blue"],"last":"then"}}}},"brief":null}],"events":[{"kind":"turned","turn":1,"order":["Red","Blue"],"holder":"Red","phase":null}],"rulings":{},"version":"4th edition","title":{"msgid":"Initiative of turn {turn}","values":{"turn":1}},"notes":[{"note":{"msgid":"{holder}''s go, {units} left.","values":{"holder":"Red","units":{"msgid":"{n} {things}","values":{"n":4,"things":{"msgid":"unit","many":"units","n":4,"values":{"n":4}}}}}},"kind":"asks"}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800054","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,1);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',7,'activate','1456074443980800045','Red',1700000012.0,'1456074443980800056',NULL,'{"format":1,"number":7,"command":"activate","by":"1456074443980800045","at":1700000012.0,"side":"Red","request":{"command":"activate","unit":["u2"],"side":"Red"},"plays":[{"action":"activate","facts":{"unit":{"level":"veteran","leader_level":null,"figures":5,"starting":5,"suppressed":0,"armour":"medium"},"out_of_touch":0,"no_visible_enemy":false,"stunned":false,"full":null},"roles":{"unit":"u2"},"throws":[{"key":"activation","label":{"msgid":"activation"},"by":"unit","sides":6,"faces":[6],"source":"physical","needed":[3,false],"ledger":[[{"msgid":"{whose} activation","values":{"whose":{"code":"veteran"}}},3,"Units \u203a Training","needed",null,[]]],"result":1,"rule":"Activation","queued":0,"added":0,"rerolled":[],"side":"Red","part":""}],"decisions":[],"outcome":{"passed":true,"needed":3,"result":"activated","withdraw_to":null,"stood_up":0},"effects":[],"leaned":[],"topic":"activation","text":{"joined":[{"msgid":"Activated."}],"between":" "},"brief":{"msgid":""}}],"events":[{"unit":"u2","kind":"marked","state":"tried","value":1},{"unit":"u2","kind":"marked","state":"activated","value":1},{"kind":"turned","turn":1,"order":["Red","Blue"],"holder":"Red","phase":null}],"rulings":{},"version":"4th edition","title":{"msgid":"{unit}: activation","values":{"unit":{"unit":"u2"}}},"notes":[{"msgid":"{unit} may now: {may_do}.","values":{"unit":{"unit":"u2"},"may_do":{"joined":[{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Walk"},"far":{"msgid":" {inches}\u2033","values":{"inches":6}},"fires":{"msgid":", small arms fire"}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Run"},"far":{"msgid":" {inches}\u2033","values":{"inches":12}},"fires":{"msgid":""}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Duck and Weave"},"far":{"msgid":" {inches}\u2033","values":{"inches":8}},"fires":{"msgid":""}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"On Guard"},"far":{"msgid":""},"fires":{"msgid":", one reaction shot"}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Gone to Ground"},"far":{"msgid":" {inches}\u2033","values":{"inches":3}},"fires":{"msgid":""}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Aimed Fire"},"far":{"msgid":""},"fires":{"msgid":", +1 to hit"}}},{"msgid":"{action}{far}{fires}","values":{"action":{"msgid":"Assault"},"far":{"msgid":" {inches}\u2033","values":{"inches":8}},"fires":{"msgid":""}}}],"between":"; "}}},{"note":{"msgid":"{holder}''s go, {units} left.","values":{"holder":"Red","units":{"msgid":"{n} {things}","values":{"n":3,"things":{"msgid":"unit","many":"units","n":3,"values":{"n":3}}}}}},"kind":"asks"}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800056","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,1);
INSERT INTO "entry" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',8,'fire','1456074443980800045','Red',1700000013.0,'1456074443980800058',NULL,'{"format":1,"number":8,"command":"fire","by":"1456074443980800045","at":1700000013.0,"side":"Red","request":{"command":"fire","unit":["u2"],"target":["u5"],"distance":["10"],"firers":["4 assault_rifle"],"side":"Red"},"plays":[{"action":"fire","facts":{"attacker":{"level":"veteran","leader_level":null,"figures":5,"starting":5,"suppressed":0,"armour":"medium"},"shooters":[{"weapon":"assault_rifle","count":4,"mounted":false}],"distance":10,"cover":"none","action":"aimed_fire","sight":"clear","spotter":true,"reaction":false,"target":{"level":"green","leader_level":null,"figures":8,"starting":8,"suppressed":0,"armour":"none"},"target_action":null,"target_at_edge":true,"same_area":false,"behind_vehicle":null},"roles":{"attacker":"u2","target":"u5"},"throws":[{"key":"to_hit","label":{"msgid":"to hit"},"by":"attacker","sides":6,"faces":[6,6,6,6,1,1,1,1],"source":"bot","needed":[3,false],"ledger":[[{"msgid":"{level}","values":{"level":{"code":"veteran"}}},4,"Units \u203a Training","needed",null,[]],[{"msgid":"aimed"},-1,"Activation","needed",null,[]],[{"msgid":"{name} \u00d7 {points} FP","values":{"name":{"msgid":"{n} {things}","values":{"n":4,"things":{"code":"assault_rifle","n":4}}},"points":2}},8,"Weapons","dice",null,[]]],"result":4,"rule":"Firing","queued":0,"added":0,"rerolled":[],"side":"Red","part":""}],"decisions":[["allocation","defender","suppress_first",{"msgid":""}]],"outcome":{"hits":4,"saved":0,"suppressed":1,"casualties":3,"lost_hits":0},"effects":[["target","suppressed",1,null],["target","models",-3,null]],"leaned":["allocation"],"topic":"firing","text":{"joined":[{"msgid":"{hits}{saved}: {came}.","values":{"hits":{"msgid":"{n} {things}","values":{"n":4,"things":{"msgid":"hit","many":"hits","n":4,"values":{"n":4}}}},"saved":{"msgid":""},"came":{"joined":[{"msgid":"{n} suppressed","values":{"n":1}},{"msgid":"{n} {things}","values":{"n":3,"things":{"msgid":"casualty","many":"casualties","n":3,"values":{"n":3}}}}],"between":", "}}}],"between":" "},"brief":{"joined":[],"between":" "}}],"events":[{"unit":"u5","kind":"counted","state":"suppressed","change":1},{"unit":"u5","kind":"lost","models":3,"hp":null},{"unit":"u2","kind":"marked","state":"fired","value":1},{"unit":"u2","kind":"marked","state":"action","value":"aimed_fire"}],"rulings":{},"version":"4th edition","title":{"msgid":"{attacker} \u2192 {unit}","values":{"attacker":{"unit":"u2"},"unit":{"joined":[{"unit":"u5"}],"between":", "}}},"notes":[{"msgid":"Fired{at}: {fired}.","values":{"at":{"msgid":""},"fired":{"joined":[{"msgid":"{n} {things}","values":{"n":4,"things":{"code":"assault_rifle","n":4}}}],"between":", "}}}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800058","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,1);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',1,'game new','1456074443980800045',NULL,1700000017.0,NULL,NULL,'{"format":1,"number":1,"command":"game new","by":"1456074443980800045","at":1700000017.0,"side":null,"request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"1456074443980800045","name":"Ann","side":null,"umpire":true,"dice":"bot"}},{"kind":"sides","sides":["Red","Blue"]},{"kind":"ruled","name":"area_stray","value":"once_a_shot"}],"rulings":{},"version":"shooting","title":{"msgid":"New game: {title}","values":{"title":"Bayonet demo"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',2,'force load','1456074443980800045','Red',1700000018.0,NULL,NULL,'{"format":1,"number":2,"command":"force load","by":"1456074443980800045","at":1700000018.0,"side":"Red","request":{},"plays":[],"events":[{"kind":"joined","unit":{"id":"u1","name":"Lieutenant","side":"Red","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"quality":"superior","officer":true,"range":12,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u2","name":"GI","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u3","name":"GI 2","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u4","name":"GI 3","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u5","name":"Heavy","side":"Red","profile":{"range_cf":5,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":4,"automatic":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u6","name":"Sniper","side":"Red","profile":{"range_cf":4,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":48,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u7","name":"Engineer","side":"Red","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":2,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u8","name":"Light mortar","side":"Red","profile":{"range_cf":6,"range":48,"bounds_between":2,"area":{"radius":1},"indirect":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}}],"rulings":{"area_stray":"once_a_shot"},"version":"shooting","title":{"msgid":"{side} takes the field: {force}","values":{"side":"Red","force":"Patrol"}},"notes":[{"msgid":"{units}: {names}.","values":{"units":{"msgid":"{n} {things}","values":{"n":8,"things":{"msgid":"unit","many":"units","n":8,"values":{"n":8}}}},"names":{"items":[{"unit":"u1"},{"unit":"u2"},{"unit":"u3"},{"unit":"u4"},{"unit":"u5"},{"unit":"u6"},{"unit":"u7"},{"unit":"u8"}],"last":"and"}}}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',3,'force load','1456074443980800045','Blue',1700000019.0,NULL,NULL,'{"format":1,"number":3,"command":"force load","by":"1456074443980800045","at":1700000019.0,"side":"Blue","request":{},"plays":[],"events":[{"kind":"joined","unit":{"id":"u9","name":"Chief","side":"Blue","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"quality":"superior","officer":true,"range":12,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u10","name":"Irregular","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u11","name":"Irregular 2","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u12","name":"Irregular 3","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u13","name":"Irregular 4","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u14","name":"Irregular 5","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u15","name":"Gunner","side":"Blue","profile":{"range_cf":5,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":4,"automatic":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u16","name":"Truck","side":"Blue","profile":{"physical_cf":2,"move":12},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}},{"kind":"joined","unit":{"id":"u17","name":"Light tank","side":"Blue","profile":{"range_cf":5,"physical_cf":6,"range":36,"arc":180,"move":9},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}}],"rulings":{"area_stray":"once_a_shot"},"version":"shooting","title":{"msgid":"{side} takes the field: {force}","values":{"side":"Blue","force":"Band"}},"notes":[{"msgid":"{units}: {names}.","values":{"units":{"msgid":"{n} {things}","values":{"n":9,"things":{"msgid":"unit","many":"units","n":9,"values":{"n":9}}}},"names":{"items":[{"unit":"u9"},{"unit":"u10"},{"unit":"u11"},{"unit":"u12"},{"unit":"u13"},{"unit":"u14"},{"unit":"u15"},{"unit":"u16"},{"unit":"u17"}],"last":"and"}}}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":null,"fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',4,'game join','1456074443980800045','Red',1700000020.0,'1456074443980800066',NULL,'{"format":1,"number":4,"command":"game join","by":"1456074443980800045","at":1700000020.0,"side":"Red","request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"1456074443980800045","name":"Ann","side":"Red","umpire":true,"dice":"bot"}}],"rulings":{"area_stray":"once_a_shot"},"version":"shooting","title":{"msgid":"{who} plays {side}","values":{"who":"Ann","side":"Red"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800066","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',5,'game join','1456074443980800045','Blue',1700000021.0,'1456074443980800068',NULL,'{"format":1,"number":5,"command":"game join","by":"1456074443980800045","at":1700000021.0,"side":"Blue","request":{},"plays":[],"events":[{"kind":"seated","player":{"id":"adjutant","name":"Adjutant","side":"Blue","umpire":false,"dice":"bot"}}],"rulings":{"area_stray":"once_a_shot"},"version":"shooting","title":{"msgid":"{who} plays {side}","values":{"who":"Adjutant","side":"Blue"}},"notes":[],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800068","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,0);
INSERT INTO "entry" VALUES('238918ee42b546ef9f903e46af7df923',6,'initiative','1456074443980800045','Red',1700000022.0,'1456074443980800070',NULL,'{"format":1,"number":6,"command":"initiative","by":"1456074443980800045","at":1700000022.0,"side":"Red","request":{"command":"initiative","side":"Red"},"plays":[{"action":"initiative","facts":{"sides":2,"names":["Red","Blue"]},"roles":{},"throws":[{"key":"initiative 1","label":{"msgid":"initiative of {side}","values":{"side":"Red"}},"by":"unit","sides":6,"faces":[1],"source":"physical","needed":null,"ledger":[],"result":1,"rule":"Bounds","queued":0,"added":0,"rerolled":[],"side":"Red","part":""},{"key":"initiative 2","label":{"msgid":"initiative of {side}","values":{"side":"Blue"}},"by":"unit","sides":6,"faces":[6],"source":"physical","needed":null,"ledger":[],"result":6,"rule":"Bounds","queued":0,"added":0,"rerolled":[],"side":"Blue","part":""}],"decisions":[],"outcome":{"order":[1,0]},"effects":[],"leaned":[],"topic":"bounds","text":{"msgid":"Order of the bounds: {order}.","values":{"order":{"items":["Blue","Red"],"last":"then"}}},"brief":null}],"events":[{"kind":"turned","turn":1,"order":["Blue","Red"],"holder":"Blue","phase":null}],"rulings":{"area_stray":"once_a_shot"},"version":"shooting","title":{"msgid":"Initiative: {sides}","values":{"sides":{"items":["Red","Blue"],"last":"and"}}},"notes":[{"note":{"msgid":"{holder}''s bound: it moves, then its enemies shoot.","values":{"holder":"Blue"}},"kind":"asks"}],"warnings":[],"reason":"","undoes":null,"volley":null,"source":"1456074443980800070","fresh":[],"waited":{},"because":[],"weighed":[]}',NULL,NULL,1);
CREATE TABLE entry_unit (
	game_id VARCHAR NOT NULL, 
	unit_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (game_id, unit_id, number), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u1',2);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u2',2);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u3',2);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u4',2);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u5',3);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u6',3);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u7',3);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u8',3);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u2',7);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u2',8);
INSERT INTO "entry_unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u5',8);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u1',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u2',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u3',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u4',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u5',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u6',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u7',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u8',2);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u9',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u10',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u11',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u12',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u13',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u14',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u15',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u16',3);
INSERT INTO "entry_unit" VALUES('238918ee42b546ef9f903e46af7df923','u17',3);
CREATE TABLE game (
	id VARCHAR NOT NULL, 
	guild_id VARCHAR NOT NULL, 
	channel_id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	system VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	units VARCHAR NOT NULL, 
	started_by VARCHAR NOT NULL, 
	started_at DOUBLE NOT NULL, 
	state VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "game" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','1456074443980800040','1456074443980800043','FUBAR demo','fubar','4th edition','inches','1456074443980800045',1700000005.0,'running',8);
INSERT INTO "game" VALUES('238918ee42b546ef9f903e46af7df923','1456074443980800040','1456074443980800044','Bayonet demo','bayonet','shooting','inches','1456074443980800045',1700000016.0,'running',6);
CREATE TABLE game_state (
	game_id VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "game_state" VALUES('7bcb33d3ff76451faaf46f61da9da0a0',8,'{"number":8,"things":{},"scores":{},"tallies":{},"rulings":{},"queues":{},"turn":1,"order":["Red","Blue"],"holder":"Red","phase":null,"over":false,"winner":null,"last_unit":8,"plays":3,"dice":{},"uncalled":{},"lent":{},"timeout":[0,"wait"],"ticked":[],"undone":[],"seen":{},"whose":{},"kept":{},"consent":false,"begun":true,"left_sides":{},"judged":{},"colours":{},"offered":["Red","Blue"],"departed":{},"notes":0,"clock":null,"seals":{},"players":["1456074443980800045","1456074443980800046"],"units":["u1","u2","u3","u4","u5","u6","u7","u8"]}');
INSERT INTO "game_state" VALUES('238918ee42b546ef9f903e46af7df923',6,'{"number":6,"things":{},"scores":{},"tallies":{},"rulings":{"area_stray":"once_a_shot"},"queues":{},"turn":1,"order":["Blue","Red"],"holder":"Blue","phase":null,"over":false,"winner":null,"last_unit":17,"plays":1,"dice":{},"uncalled":{},"lent":{},"timeout":[0,"wait"],"ticked":[],"undone":[],"seen":{},"whose":{},"kept":{},"consent":false,"begun":true,"left_sides":{},"judged":{},"colours":{},"offered":["Red","Blue"],"departed":{},"notes":0,"clock":null,"seals":{},"players":["1456074443980800045","adjutant"],"units":["u1","u2","u3","u4","u5","u6","u7","u8","u9","u10","u11","u12","u13","u14","u15","u16","u17"]}');
CREATE TABLE pending (
	id VARCHAR NOT NULL, 
	game_id VARCHAR NOT NULL, 
	user_id VARCHAR NOT NULL, 
	asked_by VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	command JSON NOT NULL, 
	question JSON NOT NULL, 
	created_at DOUBLE NOT NULL, 
	answers JSON NOT NULL, 
	step INTEGER NOT NULL, 
	deadline DOUBLE, 
	channel_id VARCHAR, 
	message_id VARCHAR, 
	settled INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "pending" VALUES('ffcf8b26b4e640fe','7bcb33d3ff76451faaf46f61da9da0a0','1456074443980800046','1456074443980800045','consent','{"kind":"undo","entry":8,"laid_open":false,"says_first":true}','{"side":null,"unit":null,"umpire":false,"about":{"msgid":""},"so_far":[],"kind":"consent","groups":["side:Blue"],"wish":{"msgid":"take back the shot at {targets}","values":{"targets":{"items":[{"unit":"u5"}],"last":"and"}}},"changes":[{"unit":"u5","models":3,"place":[],"remove":[{"state":"suppressed","number":1,"of":{"msgid":""},"ends":{"msgid":""},"alone":{"msgid":""}}],"hp":null,"gone":false}],"notes":[{"msgid":"{unit} may act again.","values":{"unit":{"unit":"u2"}}},{"msgid":"The same dice come again."}],"warnings":[],"unharmed":["side:Blue"],"asker":""}',1700000015.0,'{"thrown":[],"choices":{},"typed":null,"otherwise":"bot","own":null,"anyway":false,"confirmed":[],"allowed":{},"notes":[],"agreed":[],"fresh":[],"entropy":null,"reasons":[[],[]]}',0,NULL,'1456074443980800043','1456074443980800063',NULL);
CREATE TABLE player (
	game_id VARCHAR NOT NULL, 
	user_id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	side VARCHAR, 
	umpire BOOLEAN NOT NULL, 
	dice VARCHAR NOT NULL, 
	PRIMARY KEY (game_id, user_id), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "player" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','1456074443980800045','Ann','Red',1,'bot');
INSERT INTO "player" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','1456074443980800046','Bob','Blue',0,'bot');
INSERT INTO "player" VALUES('238918ee42b546ef9f903e46af7df923','1456074443980800045','Ann','Red',1,'bot');
INSERT INTO "player" VALUES('238918ee42b546ef9f903e46af7df923','adjutant','Adjutant','Blue',0,'bot');
CREATE TABLE roll_log (
	game_id VARCHAR NOT NULL, 
	channel_id VARCHAR NOT NULL, 
	sent INTEGER NOT NULL, 
	sending INTEGER, 
	sending_at DOUBLE NOT NULL, 
	struck JSON NOT NULL, 
	stopped VARCHAR NOT NULL, 
	told BOOLEAN NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE roll_post (
	game_id VARCHAR NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	channel_id VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	PRIMARY KEY (game_id, first), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE saved_force (
	user_id VARCHAR NOT NULL, 
	system VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	saved_at DOUBLE NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (user_id, system, "key")
);
CREATE TABLE seed (
	game_id VARCHAR NOT NULL, 
	"after" INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	commitment VARCHAR NOT NULL, 
	seed VARCHAR, 
	drawn_at DOUBLE NOT NULL, 
	revealed_at DOUBLE, 
	PRIMARY KEY (game_id, "after"), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE unit (
	game_id VARCHAR NOT NULL, 
	unit_id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	side VARCHAR NOT NULL, 
	state JSON NOT NULL, 
	PRIMARY KEY (game_id, unit_id), 
	FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u1','Regular section','Red','{"id":"u1","name":"Regular section","side":"Red","profile":{"level":"seasoned","armour":"light"},"models":8,"starting":8,"full":0,"hp":[],"weapons":[{"name":"assault_rifle","count":6,"mounted":false},{"name":"lmg","count":1,"mounted":false},{"name":"grenade_launcher","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u2','Marines','Red','{"id":"u2","name":"Marines","side":"Red","profile":{"level":"veteran","armour":"medium"},"models":5,"starting":5,"full":0,"hp":[],"weapons":[{"name":"assault_rifle","count":4,"mounted":false},{"name":"rpg","count":1,"mounted":false}],"states":{"tried":1,"activated":1,"fired":1,"action":"aimed_fire"},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u3','Commandos','Red','{"id":"u3","name":"Commandos","side":"Red","profile":{"level":"elite","armour":"medium"},"models":5,"starting":5,"full":0,"hp":[],"weapons":[{"name":"smg","count":3,"mounted":false},{"name":"sniper_rifle","count":1,"mounted":false},{"name":"lmg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u4','IFV','Red','{"id":"u4","name":"IFV","side":"Red","profile":{"kind":"vehicle","level":"seasoned","hull":"medium","carries":6,"crew":2},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"light_cannon","count":1,"mounted":true},{"name":"lmg","count":1,"mounted":true}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u5','Militia','Blue','{"id":"u5","name":"Militia","side":"Blue","profile":{"level":"green"},"models":5,"starting":8,"full":0,"hp":[],"weapons":[{"name":"infantry_rifle","count":8,"mounted":false}],"states":{"suppressed":1},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u6','Planet defence squad','Blue','{"id":"u6","name":"Planet defence squad","side":"Blue","profile":{"level":"green","leader_level":"seasoned"},"models":10,"starting":10,"full":0,"hp":[],"weapons":[{"name":"infantry_rifle","count":8,"mounted":false},{"name":"lmg","count":1,"mounted":false},{"name":"rpg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u7','HMG team','Blue','{"id":"u7","name":"HMG team","side":"Blue","profile":{"level":"seasoned","armour":"light"},"models":2,"starting":2,"full":0,"hp":[],"weapons":[{"name":"heavy_mg","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('7bcb33d3ff76451faaf46f61da9da0a0','u8','Technical','Blue','{"id":"u8","name":"Technical","side":"Blue","profile":{"kind":"vehicle","level":"green","hull":"none","crew":2},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"heavy_mg","count":1,"mounted":true}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u1','Lieutenant','Red','{"id":"u1","name":"Lieutenant","side":"Red","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"quality":"superior","officer":true,"range":12,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u2','GI','Red','{"id":"u2","name":"GI","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u3','GI 2','Red','{"id":"u3","name":"GI 2","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u4','GI 3','Red','{"id":"u4","name":"GI 3","side":"Red","profile":{"range_cf":3,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u5','Heavy','Red','{"id":"u5","name":"Heavy","side":"Red","profile":{"range_cf":5,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":4,"automatic":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u6','Sniper','Red','{"id":"u6","name":"Sniper","side":"Red","profile":{"range_cf":4,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":48,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u7','Engineer','Red','{"id":"u7","name":"Engineer","side":"Red","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":2,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u8','Light mortar','Red','{"id":"u8","name":"Light mortar","side":"Red","profile":{"range_cf":6,"range":48,"bounds_between":2,"area":{"radius":1},"indirect":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u9','Chief','Blue','{"id":"u9","name":"Chief","side":"Blue","profile":{"range_cf":2,"physical_cf":3,"abc_cf":2,"psi_cf":2,"quality":"superior","officer":true,"range":12,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u10','Irregular','Blue','{"id":"u10","name":"Irregular","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u11','Irregular 2','Blue','{"id":"u11","name":"Irregular 2","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u12','Irregular 3','Blue','{"id":"u12","name":"Irregular 3","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u13','Irregular 4','Blue','{"id":"u13","name":"Irregular 4","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u14','Irregular 5','Blue','{"id":"u14","name":"Irregular 5","side":"Blue","profile":{"range_cf":2,"physical_cf":2,"abc_cf":2,"psi_cf":2,"range":24,"move":6},"models":1,"starting":1,"full":0,"hp":[],"weapons":[{"name":"grenade","count":1,"mounted":false}],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u15','Gunner','Blue','{"id":"u15","name":"Gunner","side":"Blue","profile":{"range_cf":5,"physical_cf":3,"abc_cf":2,"psi_cf":2,"range":24,"move":4,"automatic":true},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u16','Truck','Blue','{"id":"u16","name":"Truck","side":"Blue","profile":{"physical_cf":2,"move":12},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
INSERT INTO "unit" VALUES('238918ee42b546ef9f903e46af7df923','u17','Light tank','Blue','{"id":"u17","name":"Light tank","side":"Blue","profile":{"range_cf":5,"physical_cf":6,"range":36,"arc":180,"move":9},"models":1,"starting":1,"full":0,"hp":[],"weapons":[],"states":{},"medic":false,"points":0,"origins":{}}');
CREATE UNIQUE INDEX game_open ON game (channel_id) WHERE state <> 'ended';
CREATE INDEX game_channel ON game (channel_id, started_at);
CREATE INDEX player_user ON player (user_id);
CREATE INDEX pending_open ON pending (game_id) WHERE settled IS NULL;
CREATE UNIQUE INDEX campaign_battle_game ON campaign_battle (game_id);
COMMIT;