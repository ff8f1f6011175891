//! Makes calls with Solana's official Rust client, one line of output for each: `NAME ok RESULT` or `NAME error MESSAGE`.
//! Usage: rust-client URL KEY [NAME …]; without names, all of them.

use reqwest::header::{HeaderMap, HeaderValue};
use solana_rpc_client::{
    http_sender::HttpSender,
    rpc_client::{RpcClient, RpcClientConfig},
};
use std::{env, fmt::Debug, time::Duration};

type Answer = Result<String, String>;
type Call = fn(&RpcClient) -> Answer;

fn shown<T: Debug>(answer: Result<T, solana_rpc_client_api::client_error::Error>) -> Answer {
    answer
        .map(|value| format!("{value:?}"))
        .map_err(|error| error.to_string())
}

/// Among them are methods for which the client sends `"params": null`.
const CALLS: [(&str, Call); 11] = [
    ("getHealth", |c| shown(c.get_health())),
    ("getVersion", |c| shown(c.get_version())),
    ("getGenesisHash", |c| shown(c.get_genesis_hash())),
    ("getEpochSchedule", |c| shown(c.get_epoch_schedule())),
    ("getFirstAvailableBlock", |c| shown(c.get_first_available_block())),
    ("minimumLedgerSlot", |c| shown(c.minimum_ledger_slot())),
    ("getSlot", |c| shown(c.get_slot())),
    ("getBlockHeight", |c| shown(c.get_block_height())),
    ("getEpochInfo", |c| shown(c.get_epoch_info())),
    ("getLatestBlockhash", |c| shown(c.get_latest_blockhash())),
    ("getTransactionCount", |c| shown(c.get_transaction_count())),
];

/// A client that sends the key with every request, as docs/api.md shows it.
fn connect(url: &str, key: &str) -> RpcClient {
    let mut headers: HeaderMap = HttpSender::default_headers();
    headers.insert("x-api-key", HeaderValue::from_str(key).expect("a key has no special characters"));
    let client = reqwest::Client::builder()
        .default_headers(headers)
        .timeout(Duration::from_secs(30))
        .build()
        .expect("the client has no unusual options");
    RpcClient::new_sender(HttpSender::new_with_client(url, client), RpcClientConfig::default())
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, key, names @ ..] = arguments.as_slice() else {
        panic!("usage: rust-client URL KEY [NAME …]");
    };
    let client = connect(url, key);
    for (name, call) in CALLS {
        if !names.is_empty() && !names.iter().any(|asked| asked == name) {
            continue;
        }
        match call(&client) {
            Ok(result) => println!("{name} ok {result}"),
            Err(error) => println!("{name} error {}", error.replace('\n', " ")),
        }
    }
}
