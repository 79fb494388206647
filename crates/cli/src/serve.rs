//! `parallel38 serve`: the games in a browser.

use crate::Done;
use engine::Registry;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Address and port; without it 127.0.0.1 and the first free port from 3838 on
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// sqlite://FILE or postgres://...; without it a file in your data folder
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Does not open the address in a browser
    #[arg(long)]
    no_open: bool,
    /// Takes the client's address from X-Forwarded-For: only behind a proxy that sets it
    #[arg(long)]
    behind_proxy: bool,
    /// The address under which people reach the server, such as https://games.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Lets whoever has this token read /metrics from another machine
    #[arg(long, value_name = "TOKEN", env = "PARALLEL38_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,
    /// Writes the log as JSON
    #[arg(long)]
    json_logs: bool,
    /// Serves the client from this folder instead of the one in the program
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
}

pub(crate) fn run(games: Registry, args: Args) -> Done {
    server::log_to_stderr(args.json_logs);
    let config = server::Config {
        listen: args.listen,
        database: args.database,
        web_dir: args.web,
        open: !args.no_open,
        behind_proxy: args.behind_proxy,
        public_url: args.public_url,
        metrics_token: args.metrics_token,
        ..server::Config::default()
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| e.to_string())?;
    let ended = runtime.block_on(server::serve(config, games)).map_err(|e| e.to_string());
    // Whatever still computes is not waited for.
    runtime.shutdown_background();
    ended
}
